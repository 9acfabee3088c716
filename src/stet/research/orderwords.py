"""How orders to a program are worded, in several languages; letters without their accents.

Laws and manuals give orders too, to people: so an order is known by what it is about (what was said before, the role
of a model), never by its verb alone. Every repetition is bounded, so that no text can make a search slow, and a
pattern is only tried where one of the words before it occurs.
"""

import re
from collections.abc import Iterator

_GAP = r"[\s,*_\"'“”„«»-]{1,9}"
_FEW = rf"(?:{_GAP}[^\W\d_]{{1,14}}){{0,3}}?{_GAP}"


def _of_before(verb: str, before: str, said: str) -> str:
    """`verb … before … said` or `verb … said … before`, with at most three words between each two."""
    return rf"\b(?:{verb}){_FEW}(?:(?:{before})\b{_FEW}(?:{said})|(?:{said}){_FEW}(?:{before})\b)"


_EARLIER = (
    r"\s+(?:(?:all|any|the|your|these|my|of)\s+){0,4}"
    r"(?:previous|prior|above|earlier|preceding|system|other|foregoing|original|initial)\s+(?:\w{1,14}\s+)?"
)
# Laws, too, override earlier rules; but they do not tell the reader to.
_TO_READER = (
    r"(?:\A|[.!?:;,\"“”'>*(\n-]\s{0,3}|\b(?:and|then|please|now|you (?:must|should|will|shall))\s{1,3})"
)
_MACHINE = (
    r"(?:ai|llm|chatbot|bot|assistant|model|agent|persona|hacker|pirate|terminal|interpreter|simulator)\b"
)
_PATTERNS = (
    (
        "ignor disregard forget overrid bypass",
        (
            rf"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?){_EARLIER}"
            r"(?:instruction|prompt|message|context|guideline|command)s?\b"
        ),
        rf"{_TO_READER}(?:ignore|disregard|forget){_EARLIER}(?:rule|text|direction|order)s?\b",
        (
            r"\b(?:ignore|disregard|forget)\s+(?:(?:all|any|of)\s+){0,2}(?:the|your|these|my)\s+"
            r"(?:instructions|prompts?|rules|guidelines|training|programming)\s+(?:above|before|so far|and)\b"
        ),
        (
            r"\b(?:ignore|disregard|forget)\s+(?:all\s+(?:of\s+)?)?"
            r"(?:the\s+above|everything\s+above|what\s+(?:was\s+said|came)\s+before)\b"
            r"[^.\n]{0,40}\b(?:instead|say|write|answer|output|print|reply|respond|tell)\b"
        ),
        (
            r"\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|what(?:ever)?)\s+(?:that\s+)?"
            r"you(?:'ve| have| were| are| had)?\s+(?:ever\s+)?(?:been\s+)?(?:told|instructed|given|taught|read)\b"
        ),
    ),
    (
        "you_are_now",
        (
            r"\byou\s+are\s+now\s+(?:(?-i:[A-Z]{3,12})\b"
            rf"|(?:in\s+)?(?:an?\s+|the\s+)?(?:\w{{1,16}}\s+){{0,3}}?(?:{_MACHINE}|mode\b))"
        ),
    ),
    (
        "act_as pretend roleplay",
        (
            r"(?:\byou\s+(?:must|will|should|shall|are\s+to)\s+(?:now\s+)?|(?<![\w,;] )\b(?-i:(?=[AP])))"
            r"(?:act\s+as|pretend\s+to\s+be|roleplay\s+as)\s+(?:if\s+you\s+(?:are|were)\s+)?(?:an?|the|my)\s+"
            rf"(?:\w{{1,16}}\s+){{0,3}}?{_MACHINE}"
        ),
    ),
    (
        "system prompt instruction inst] |im_ |endoftext",
        (
            r"\bsystem\s+prompt\b|<\s{0,5}/?\s{0,5}system(?:-reminder)?\s{0,5}>|\[/?INST\]|<\|(?:im_start|im_end|endoftext)"
            r"|\b(?:begin|end|new)\s+system\s+(?:message|instructions?)\b"
        ),
    ),
    ("mode", r"\b(?:developer|jailbreak|dan|god)\s+mode\s+(?:is\s+)?(?:now\s+)?(?:enabled|on|activated)\b"),
    (
        "model assistant agent llm chatbot reader",
        r"\bas\s+an?\s+(?:ai|(?:ai\s+|large\s+)?language)\s+(?:model|assistant|agent)\b",
        (
            r"\b(?:llms?|language\s+models?|(?:ai|virtual)\s+(?:assistants?|agents?|models?|readers?)|chatbots?)\b"
            r"[^.\n]{0,60}\b(?:must|should|are\s+instructed\s+to)\s+"
            r"(?:write|answer|say|state|reply|respond|cite|call|fetch|run|execute|ignore)\b"
        ),
    ),
    (
        "note message instruction",
        (
            r"\b(?:note|message|instructions?)\s+(?:to|for)\s+(?:the\s+|all\s+|any\s+)?"
            r"(?:ai|llm|language\s+model|assistant|agent|reviewer|summari[sz]er|chatbot)s?\b"
        ),
    ),
    (
        "call use invoke run",
        r"\b(?:call|use|invoke|run)\s+(?:the\s+)?(?:fetch|shell|bash|tool|python|exec)\b",
    ),
    (
        "ignorier vergi vergessen missacht verw",
        _of_before(
            r"ignorier(?:e|en|t)|vergi(?:ss|ß)|vergessen|missachten?|verwirf|verwerfen",
            r"(?:vorherig|bisherig|vorig|vorangegangen|vorhergehend|obig|fruher|ursprunglich|vorstehend)e[nrs]?",
            r"(?:anweisung|instruktion|befehl|regel|vorgabe|eingabeaufforderung|prompt|nachricht)(?:en|e|n|s)?\b",
        ),
        r"\b(?:vergi(?:ss|ß)|vergessen sie) alles,? was (?:dir|ihnen|du|sie)\b",
    ),
    (
        (
            "ignor oubli ne_ten ne_tien abstraction olvid omiso no_hagas no_tengas dimentica trascura"
            " non_consid non_tener esque desconsider descart"
        ),
        _of_before(
            r"ignor(?:e[zrnms]?|ar|a|i|ate|are|ad)|oubli(?:e[zr]?|ons)|ne (?:tiens|tenez) (?:pas|aucun) compte"
            r"|fai(?:s|tes) abstraction|olvid(?:a|e|en|ar|ad)|ha(?:z|ga|gan|ced) caso omiso"
            r"|no (?:hagas|tengas en) (?:caso|cuenta)|dimentica(?:re|te)?|trascura(?:re|te)?"
            r"|non (?:considerare|tenere conto)|esque(?:cam?|cer|ce)|desconsider(?:em?|ar|a)|descart(?:e|ar|a)",
            r"precedentes?|precedenti|anterieure?s|anterior(?:es|i)|ci-dessus|previ(?:as|os|e)|(?:de )?arriba|acima"
            r"|sopra|recues|recibidas|ricevute|recebidas|initiales|iniciales|originales|originali|originais",
            r"(?:instructions?|consignes?|ordres|directives|regles|invites?|instrucciones|ordenes|indicaciones|reglas"
            r"|istruzioni|ordini|direttive|regole|indicazioni|instruc(?:oes|ao)|ordens|diretrizes|regras"
            r"|prompts?|mensa(?:jes|gens)|messaggi|messages)\b",
        ),
        (
            r"\boubli(?:e|ez) tout ce (?:que|qu')|\bolvida todo lo que (?:te|se|has|sabes)\b"
            r"|\bdimentica tutto (?:cio|quello) che (?:ti|hai)\b|\besqueca tudo o que (?:lhe|te|foi|voce)\b"
        ),
    ),
    (
        "negeer negeren vergeet vergeten",
        _of_before(
            r"negeer|negeren|vergeet|vergeten",
            r"voorgaande|vorige|eerdere|bovenstaande|voorafgaande|oorspronkelijke",
            r"(?:instructies?|opdracht(?:en)?|aanwijzing(?:en)?|regels|prompts?|berichten)\b",
        ),
        r"\bvergeet alles wat (?:je|u)\b",
    ),
    (
        "ignoruj zapomnij pomin",
        _of_before(
            r"z?ignoruj(?:cie)?|zapomnij(?:cie)?|pomin(?:cie)?",
            r"poprzedni(?:e|ch)|wczesniejsz(?:e|ych)|powyzsz(?:e|ych)|dotychczasow(?:e|ych)",
            r"(?:instrukcj(?:e|i|a|ach)|polece(?:nia|n|niach)|wytyczn(?:e|ych)|zasady?|prompty?|komendy?)\b",
        ),
        r"\bzapomnij (?:o )?wszystk(?:o|im),? co\b",
    ),
    (
        "игнориру забудь отбрось не_обращай не_учитывай",
        _of_before(
            r"(?:про)?игнорируй(?:те)?|забудь(?:те)?|отбрось(?:те)?|не (?:обращай|учитывай)(?:те)?(?: внимания)?",
            r"предыдущ(?:ие|их|ую)|прежн(?:ие|их)|вышеуказанн(?:ые|ых)|предшествующ(?:ие|их)|прошл(?:ые|ых)",
            r"(?:инструкци[ийю]|указани[яй]|команды|правила|приказ(?:ы|ов)|промпт(?:ы|ов)?|сообщени[яй])\b",
        ),
        r"\bзабудь(?:те)? вс[её],? что (?:тебе|вам|ты|вы)\b",
    ),
    (
        "忽略 无视 無視 忘记 忘記 忽視 忽视 理会 理會 忘掉 忘れ 破棄 従わない",
        (
            r"(?:忽略|无视|無視|忘记|忘記|忽視|忽视|不要理会|不要理會)[^。\n]{0,6}(?:之前|以前|以上|上面|前面|先前|上述|此前)"
            r"[^。\n]{0,8}(?:指令|指示|提示|说明|說明|规则|規則|要求|命令)"
        ),
        (
            r"(?:之前|以前|以上|上面|前面|先前|上述|此前)[^。\n]{0,8}(?:指令|指示|提示词?|规则|規則|命令)"
            r"[^。\n]{0,6}(?:忽略|无视|無視|忘记|忘記|忘掉)"
        ),
        (
            r"(?:以前|これまで|今まで|上記|前述|先ほど|それまで|前)の?[^。\n]{0,10}"
            r"(?:指示|命令|プロンプト|指令|ルール)[^。\n]{0,6}(?:無視|忘れ|破棄|従わない)"
        ),
    ),
    (
        "du_bist tu_es ahora_eres ora_sei agora_voce je_bent_nu jestes_teraz",
        (
            r"\bdu bist (?:jetzt|nun|ab sofort) (?:(?:ein|eine|der|die) )?(?:ki|chatbot|assistent|(?-i:[A-Z]{3,12}))\b"
            r"|\btu es (?:maintenant|desormais) (?:une? )?(?:ia|chatbot|assistant|modele|(?-i:[A-Z]{3,12}))\b"
            r"|\b(?:ahora eres|ora sei|agora voce e|je bent nu|jestes teraz) (?:(?:una?|uma?|een) )?"
            r"(?:ia|ai|chatbot|asistente|assistente|asystentem|(?-i:[A-Z]{3,12}))\b"
        ),
    ),
    (
        "sprachmodell modele_de modelo_d modello_ ты_теперь систем 你现在 你現在 系统 系統 あなたは システム",
        (
            r"\bals (?:ki-?)?sprachmodell\b|\ben tant que modele de langage\b|\bcomo modelo de (?:lenguaje|linguagem)\b"
            r"|\bcome modello linguistico\b|\bты теперь (?:ии|чат-?бот|ассистент|[A-Z]{3,12})\b|\bсистемный промпт\b"
            r"|(?:系统|系統)(?:提示|指令)词?[:：]|你(?:现在|現在)是(?:一个|一個)?[^。\n]{0,12}(?:助手|模型|AI|DAN)"
            r"|あなたは(?:今|これ)から[^。\n]{0,20}(?:AI|アシスタント|DAN)|システムプロンプト"
        ),
    ),
)
_COMPILED = tuple(
    (tuple(sign.replace("_", " ") for sign in signs.split()), re.compile("|".join(patterns), re.IGNORECASE))
    for signs, *patterns in _PATTERNS
)


def matches(text: str) -> Iterator[re.Match[str]]:
    """The orders in a text, by pattern and not by place."""
    lowered = text.lower()
    for signs, pattern in _COMPILED:
        if any(sign in lowered for sign in signs):
            yield from pattern.finditer(text)
