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
    ("can", "always"),
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
    ("planned", "completed"),
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

OUTSIDE: tuple[str, ...] = (
    "Norbury",
    "Calder Valley",
    "Saint Orlan",
    "Dunmere Council",
    "Westmark Authority",
    "Tessaly Institute",
    "Corvane Group",
    "Ardenholm",
)
"""Names that were made up: no source knows them."""

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
