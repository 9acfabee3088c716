"""Words that deny, and words that are each other's opposite, for `stet.verify.opposition`.

Word lists are blunt: what they find is shown as a conflict only where the sentences are otherwise nearly one.
"""

import re
from typing import Final

from stet.verify.words import stem

DENYING: Final = frozenset(
    "not no never none neither nor without cannot nobody nothing nowhere hardly barely fails failed lacks unable "
    "unlikely impossible don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't "
    "hasn't haven't hadn't".split()
)  # fmt: skip
DENYING_AROUND: Final = frozenset(
    "nicht kein keine keinen keiner keinem keines nie niemals weder ohne ne pas jamais aucun aucune sans ni nunca "
    "ningún ninguna ninguno sin tampoco".split()
)  # fmt: skip
"""Words that deny what stands before them as well as behind them."""

NO_DENIAL: Final = frozenset(
    "only just even least but commonly typically usually necessarily generally often fully entirely normally primarily "
    "solely".split()
)
"""Behind "no" or "not" these limit or add and do not deny; nor does what "than" follows: "no later than"."""

DOUBTING: Final = frozenset(
    "believe believes believed misconception myth claim claims claimed idea notion although though while rather "
    "rumour rumor alleged allegedly supposed supposedly false incorrect if whether except unless".split()
)
"""Where one of these stands a long sentence may say the opposite of what it seems to say."""

LIGHT: Final = frozenset(
    "evidence true case indication proof able possible likely actually be been have that suggest suggests".split()
)
POLES: Final = (
    frozenset({"always", "all", "every", "everyone", "everybody"}),
    frozenset({"never", "none", "no", "nobody"}),
)
POLAR: Final = POLES[0] | POLES[1] | DENYING | DENYING_AROUND

ANTONYMS: Final = tuple(
    (frozenset(map(stem, one.split())), frozenset(map(stem, other.split())))
    for one, other in (
        ("permitted permits permit allowed allows allow legal lawful authorised authorized",
         "prohibited prohibits prohibit prohibition forbidden forbids forbid banned bans ban illegal outlawed"),
        ("mandatory compulsory obligatory required requires", "optional voluntary"),
        ("subject liable covered", "exempt exempted"),
        ("include includes included", "exclude excludes excluded"),
        ("increase increases increased rise rises rose risen grew grow grows",
         "decrease decreases decreased fall falls fell fallen drop dropped decline declined shrank"),
        ("accept accepts accepted approve approves approved grant granted",
         "reject rejects rejected refuse refused dismissed denied"),
        ("open opened", "closed shut"),
        ("safe harmless", "dangerous harmful hazardous"),
        ("succeed succeeds succeeded", "fail failed"),
        ("win wins won", "lose loses lost"),
        ("true", "false"),
        ("guilty", "innocent acquitted"),
        ("present", "absent"),
        ("temporary", "permanent"),
        ("confirmed confirms confirm", "denied denies deny refuted"),
        ("supports supported support", "opposes opposed oppose"),
        ("enough", "insufficient"),
        ("erlaubt zulässig gestattet", "verboten untersagt unzulässig"),
        ("verpflichtend pflicht", "freiwillig"),
        ("autorisé autorisée permis permise", "interdit interdite"),
        ("obligatoire", "facultatif facultative"),
        ("permitido permitida", "prohibido prohibida"),
        ("obligatorio obligatoria", "voluntario voluntaria"),
    )
)  # fmt: skip
PREFIXED: Final = re.compile(
    r"(?:un|non)[^\W\d_]{4,}|(?:in|im|il|ir)[^\W\d_]{2,}(?:able|ible|al|ful|ent|ant|ic|ive|ous|ar|quate|urate|ect|ite|ure)"
    r"(?:ly)?|dis(?:agree|allow|approv|similar|advantag|satisf|qualif|prov|appear|honest|continu|connect)[^\W\d_]*"
)
