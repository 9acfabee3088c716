"""What pages write around a text, in many languages: offers, headings of what else there is, names of authors.

Phrases are regular expressions, matched whole and without regard to case. Collected by reading what sites show.
"""

import re

# A line that offers something to do or to see, and says nothing else.
_OFFERS = (
    "advert(?:isement|isment)?",
    "anzeige",
    "werbung",
    "publicité",
    "publicidade?",
    "pubblicità",
    "реклама",
    "sponsored(?: content)?",
    "(?:share|print|save|email|tweet|pin|like)",
    r"(?:share|tweet|pin|email) (?:this|on|via|with)\b.{0,40}",
    "(?:print|save|like) this.{0,20}",
    r"teilen(?: (?:auf|mit)\b.{0,30})?",
    "sharen mit",
    r"partager(?: sur\b.{0,30})?",
    r"compartir(?: en\b.{0,30})?",
    "compartilhar",
    r"condividi(?: su\b.{0,30})?",
    "read (?:more|later|next|also)",
    "(?:weiter|mehr) ?lesen",
    "lire (?:aussi|la suite)",
    "leer (?:más|también)",
    "leggi (?:anche|tutto)",
    "leia (?:mais|também)",
    "читать (?:далее|также)",
    "lees (?:ook|meer)",
    "loading",
    "wird geladen",
    "chargement",
    "this slideshow requires javascript",
    "(?:leave|post|write|add) a (?:reply|comment)",
    r"\d{1,6} ?(?:comments?|kommentare?|commentaires?|comentarios?|shares?|views?|likes?)",
    r"view all(?: \(\d{1,6}\))?",
    "show (?:more|all|less)",
    "back to top",
    "nach oben",
    "haut de page",
    "tell us what you think",
    r"\d{1,2} ?(?:min(?:ute)?s?|minuten?)\.? (?:read|lesezeit)",
    r"(?:photo|foto|image|bild|picture|crédits? photos?|фото)s?(?: credit| by)?s? ?[:©] ?(?:[^.!?]|\b[A-Z]\.){2,60}",
    "[#|·•×‹›<>/ -]{1,5}",
)
# A heading, or a line that leads in, of what else there is to read or to do on the site, and of what readers said.
_ELSE = (
    r"(?:most|top) (?:popular|read|viewed|shared|commented|recent)\b.{0,40}",
    "trending(?: now)?",
    "related(?: (?:articles?|posts?|stories|news|content|links|topics|videos|reading))?",
    "explore further",
    "(?:read|see|more)(?: (?:also|more|next|like this|stories|news|articles|posts|to read))?",
    r"more (?:on|from|in|about)\b.{1,30}",
    "you (?:may|might) (?:also )?(?:like|be interested in|enjoy).{0,20}",
    "recommended(?: (?:for you|articles|stories|reading))?",
    "(?:next|previous) (?:article|post|story)",
    r"(?:latest|recent|other|popular|similar) (?:\w{1,20} )?(?:news|posts|articles|stories|columns|comments)",
    "share(?: this(?: \\w{1,20})?)?",
    "tags?",
    "topics",
    "categories",
    "filed (?:to|under)",
    "posted in",
    r"(?:subscribe|sign up|stay (?:up.to.date|connected|informed)|follow us)\b.{0,50}",
    "(?:our |the )?newsletters?",
    "about the authors?",
    r"(?:\d{1,6} )?comments?",
    r"\d{1,6} (?:thoughts|responses|replies) (?:on|to)\b.{0,200}",
    "(?:leave|post|write|add) a (?:reply|comment)",
    "join the (?:conversation|discussion)",
    "(?:das|dies) könnte (?:sie|dich) (?:auch )?interessieren",
    r"mehr (?:zum thema|lesen|(?:aus|von)\b.{1,40})",
    r"(?:ähnliche|weitere|verwandte|neueste|aktuelle|beliebte) (?:beiträge|artikel|themen|meldungen|videos)",
    "lesen sie auch(?: die folgenden beiträge)?",
    "entdecken? (?:sie )?(?:weitere|mehr) .{1,30}",
    "schlagw(?:orte|örter)",
    r"(?:\d{1,6} )?kommentare?",
    "schreiben? (?:sie )?(?:einen|ihren) kommentar",
    "kommentar (?:schreiben|verfassen)",
    "zum thema",
    "(?:vous aimerez|à lire|lire|voir) aussi",
    "(?:articles?|sujets?) (?:similaires?|liés?|associés?|connexes?)",
    "sur le même sujet",
    "mots.clés",
    r"(?:\d{1,6} )?commentaires?",
    "(?:también )?(?:te|le) puede interesar",
    "(?:noticias|artículos|artigos|notícias) (?:relacionad[oa]s|similares)",
    r"más (?:leídas|noticias|en\b.{1,40})",
    "comentarios?",
    "etiquetas",
    "(?:leia|veja|lea|leer|leggi|lees) (?:também|mais|también|más|anche|ook|meer)",
    "comentários?",
    "articoli correlati",
    "commenti",
    "reacties",
    "(?:читайте|смотрите) также",
    "комментари[ий]",
    "теги",
    "похожие (?:статьи|записи|новости)",
    "mohlo by vás zajímat",
    "související(?: články)?",
)
_BY = (
    "(?:by|von|par|por|di|door|автор):? .{2,60}",
    "(?:author|autor|auteur|autore|publish(?:ed)? date|posted by .{1,40})",
)


def _whole(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(phrases)})[:.…?! ]{{0,5}}", re.IGNORECASE)


OFFER = _whole(_OFFERS)
ELSE = _whole(_ELSE)
BY = _whole(_BY)
