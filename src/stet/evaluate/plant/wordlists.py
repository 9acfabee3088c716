"""The words that errors are made with. They are this package's own and are used for nothing else."""

MONTHS: tuple[tuple[str, ...], ...] = (
    ("January", "Januar", "janvier", "enero"),
    ("February", "Februar", "février", "febrero"),
    ("March", "März", "mars", "marzo"),
    ("April", "April", "avril", "abril"),
    ("May", "Mai", "mai", "mayo"),
    ("June", "Juni", "juin", "junio"),
    ("July", "Juli", "juillet", "julio"),
    ("August", "August", "août", "agosto"),
    ("September", "September", "septembre", "septiembre"),
    ("October", "Oktober", "octobre", "octubre"),
    ("November", "November", "novembre", "noviembre"),
    ("December", "Dezember", "décembre", "diciembre"),
)
"""Each month in English, German, French and Spanish."""

NUMERALS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty "
    "fifty sixty hundred"
).split()

UNITS: tuple[tuple[str, str], ...] = (
    ("tonnes", "kilograms"),
    ("tonne", "kilogram"),
    ("kg", "g"),
    ("kilometres", "miles"),
    ("kilometers", "miles"),
    ("km", "m"),
    ("metres", "feet"),
    ("meters", "feet"),
    ("minutes", "hours"),
    ("hours", "days"),
    ("days", "weeks"),
    ("weeks", "months"),
    ("months", "years"),
    ("euros", "dollars"),
    ("euro", "dollar"),
    ("EUR", "USD"),
    ("€", "$"),
    ("£", "€"),
    ("dollars", "euros"),
    ("million", "billion"),
    ("billion", "million"),
    ("per cent", "percentage points"),
    ("percent", "percentage points"),
    ("%", "percentage points"),
    ("Tage", "Wochen"),
    ("Monate", "Jahre"),
    ("Tonnen", "Kilogramm"),
    ("jours", "semaines"),
    ("mois", "années"),
    ("万", "亿"),
    ("元", "欧元"),
)
"""A unit, and one that somebody might write by mistake."""

NEGATIONS: tuple[tuple[str, str], ...] = (
    ("do not have to", "have to"),
    ("does not have to", "has to"),
    ("have to", "do not have to"),
    ("has to", "does not have to"),
    ("does not apply", "applies"),
    ("do not apply", "apply"),
    ("do not pay", "pay"),
    ("does not pay", "pays"),
    ("may not", "may"),
    ("must not", "must"),
    ("shall not", "shall"),
    ("cannot", "can"),
    ("will not", "will"),
    ("is not", "is"),
    ("are not", "are"),
    ("was not", "was"),
    ("were not", "were"),
    ("has not", "has"),
    ("have not", "have"),
    ("applies", "does not apply"),
    ("apply", "do not apply"),
    ("starts", "does not start"),
    ("begins", "does not begin"),
    ("requires", "does not require"),
    ("includes", "does not include"),
    ("may", "may not"),
    ("must", "must not"),
    ("shall", "shall not"),
    ("can", "cannot"),
    ("will", "will not"),
    ("is", "is not"),
    ("are", "are not"),
    ("was", "was not"),
    ("were", "were not"),
    ("has", "has not"),
    ("have", "have not"),
    ("pay", "do not pay"),
    ("pays", "does not pay"),
    ("gilt", "gilt nicht"),
    ("ist", "ist nicht"),
    ("sind", "sind nicht"),
)
"""Words, and what says the opposite; the first that is found is turned, so the longer stand before the shorter."""

HEDGES: tuple[tuple[str, str], ...] = (
    ("may", "must"),
    ("might", "will"),
    ("could", "will"),
    ("can", "must"),
    ("should", "must"),
    ("up to", ""),
    ("at most", ""),
    ("at least", ""),
    ("about", ""),
    ("around", ""),
    ("approximately", ""),
    ("roughly", ""),
    ("nearly", ""),
    ("almost", ""),
    ("usually", "always"),
    ("generally", "always"),
    ("often", "always"),
    ("some", "all"),
    ("many", "all"),
    ("most", "all"),
    ("suggests", "proves"),
    ("suggest", "prove"),
    ("proposed", "adopted"),
    ("planned", "decided"),
    ("expected", "certain"),
    ("likely", "certain"),
    ("associated with", "caused by"),
    ("must", "may"),
    ("shall", "may"),
    ("only", "mainly"),
    ("every", "nearly every"),
    ("all", "most"),
    ("always", "usually"),
    ("kann", "muss"),
    ("können", "müssen"),
)
"""Words of strength, and stronger or weaker ones; an empty one is left out."""

QUALIFIERS: tuple[str, ...] = (
    "in the first",
    "with a",
    "with an",
    "in either",
    "of more than",
    "of less than",
    "for all",
    "for every",
    "for each",
    "under",
    "in scheduled",
    "except",
    "unless",
    "provided that",
    "as long as",
    "from",
    "until",
    "within",
    "before",
    "after",
    "other than",
    "excluding",
    "including",
    "only",
    "if",
    "when",
    "where",
    "referred to in",
    "listed in",
    "pursuant to",
    "in accordance with",
    "at the request of",
    "in the area of",
    "in the case of",
)
"""What a condition, a scope or a group may begin with."""

OUTSIDE: tuple[str, ...] = ("Norbury", "Calder", "Dunmere", "Westmark", "Tessaly", "Corvane", "Ardenholm")
"""Names that were made up: no source knows them."""

DENIALS = frozenset(
    "not no never none nobody nothing neither nor without cannot nicht kein keine ohne pas sans sin nunca".split()
)
"""Words that deny."""

HELPERS = frozenset("may might must shall should will would can could do does did to not never".split())
"""Words after which a verb is none that could be turned by itself."""

BEFORE_NOUNS = frozenset("a an the this its their his her our your every each no of in for by".split())
"""Words after which a word that looks like a verb is a noun."""

BODIES = frozenset(
    (
        "authority council office ministry commission agency court board institute university committee parliament "
        "treasurer mayor minister director president department llp ltd inc gmbh bank group company association courier"
    ).split()
)
"""What the name of somebody ends with."""

PLACES = frozenset(
    "bridge street road river valley tunnel port harbour island lake bay city town village district county".split()
)
"""What the name of a place ends with."""

ADDITIONS: tuple[str, ...] = (
    "The rule was welcomed by most of those concerned",
    "Payment by mobile telephone is accepted as well",
    "A review is planned after the first 18 months",
    "Similar rules are in force in 11 other places",
    "The office in charge has hired 40 people for this",
    "Nobody has brought the matter before a court so far",
)
"""Whole statements that nothing supports, some with a figure and some without."""

CLAUSES: tuple[str, ...] = (
    ", which most of those concerned have welcomed",
    ", although a court has put this on hold",
    ", at a yearly cost of 2.6 million",
    ", as in 11 neighbouring places",
    ", after two years of dispute",
)
"""Ends of a statement that nothing supports."""

COMMON = frozenset(
    (
        "a an and are as at be been but by can did do does for from had has have he her his i if in into is it its may "
        "more must no nor not of on or our shall she should so such than that the their them then there these they "
        "this those to under up upon was we were what when where which while who will with would you your also any "
        "all each every only other"
    ).split()
)
"""Words too common to say what a text is about."""

SYNONYMS: tuple[tuple[str, str], ...] = (
    ("is payable", "has to be paid"),
    ("applies from", "is in force from"),
    ("starts", "begins"),
    ("begins", "starts"),
    ("the start", "the beginning"),
    ("ends", "expires"),
    ("expires", "ends"),
    ("rises", "goes up"),
    ("is reduced", "is lowered"),
    ("exempt from", "free from"),
    ("have to pay", "must pay"),
    ("do not have to pay", "need not pay"),
    ("at least", "no less than"),
    ("at most", "no more than"),
    ("up to", "no more than"),
    ("more than", "over"),
    ("for each", "for every"),
    ("for every", "for each"),
    ("per cent", "percent"),
    ("percent", "per cent"),
    ("prior to", "before"),
    ("pursuant to", "under"),
    ("in accordance with", "under"),
    ("such as", "for example"),
    ("carry out", "perform"),
    ("ensure", "make sure"),
    ("purchase", "buy"),
    ("assist", "help"),
    ("obtain", "get"),
    ("approximately", "about"),
    ("accordingly", "therefore"),
    ("money", "funds"),
    ("lorry", "truck"),
    ("lorries", "trucks"),
    ("instead of", "in place of"),
)
"""Words, and others that mean the same where these stand; for edits that change nothing."""

LEANING = frozenset(
    (
        "it its this these that those they their them he his she her such so then there here both neither also however "
        "but and or yet thus hence therefore instead otherwise another other"
    ).split()
)
"""What a sentence begins with that leans on the one before it."""

NUMERAL_VALUES: dict[str, int] = {
    **{word: value for value, word in enumerate(NUMERALS[:15], start=1)},
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
}
"""Numbers in words that may stand for digits."""
