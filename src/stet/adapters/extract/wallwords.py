"""The wording of pages that stand in the way, as sites show it in several languages; all in lower case.

Each line is one alternative. Every repetition is bounded, so that no page can make a search slow.
"""

import re


def _any(lines: str) -> re.Pattern[str]:
    return re.compile("|".join(line.strip() for line in lines.strip().splitlines()))


BLOCKED_TITLE = _any(r"""
    just a moment|attention required|one more step|nur einen moment|einen moment bitte|un instant|un momento|even geduld
    access (?:to this page has been )?denied|too many requests|429\b|unsupported browser|request rejected
    zugriff verweigert|accès refusé|acceso denegado|accesso negato
    (?:403 )?forbidden|toegang geweigerd|доступ ограничен
    pardon our interruption|please wait\.\.\.|before you continue|ddos-guard|vercel security checkpoint|client challenge
    are you a (?:robot|human)|(?:robot|security) check|(?:human|bot) verification|(?:checking|verifying) your browser
""")
BLOCKED = _any(r"""
    enable javascript and cookies to continue|please enable (?:your )?cookies
    (?:sorry, )?you have been blocked|why have i been blocked
    (?:verify(?:ing)?|confirm) (?:that )?you are (?:a )?(?:human|not a (?:ro)?bot)|making sure you're not a bot
    checking (?:if the site|your browser)|needs to review the security of your connection
    unusual (?:traffic|activity) from your|our systems have detected unusual
    access to this page has been denied|you don't have permission to access .{1,200} on this server
    please enable js and disable any ad blocker|sucuri website firewall|access denied - sucuri
    the requested url was rejected\b.{0,80}(?:administrator|support id)|your support id is
    request unsuccessful\. incapsula|performance (?:&|and) security by cloudflare|cloudflare ray id
    complete the (?:captcha|security check)|press (?:&|and) hold to confirm|please turn (?:on|off) your ad ?blocker
    cookies are (?:disabled|not enabled) in your browser|your browser (?:does not accept|is blocking) cookies
    (?:bitte )?aktivieren sie (?:javascript und )?cookies|wir überprüfen, ob sie ein mensch
    (?:veuillez )?activer (?:javascript et )?les cookies|vérifions que vous êtes (?:bien )?humain
    (?:active|habilite|activa|habilita) (?:javascript y )?las cookies|verificando que (?:eres|usted es) humano
    abilita(?:re)? i cookie|проверка браузера|подтвердите, что вы не робот
    请完成安全验证|正在检查您的浏览器|ロボットではないことを|(?:确认|证明|验证)[您你]?(?:是真人|不是机器人)|人机验证
    로봇이 아닙니다|로봇이 아님을|أنك لست (?:برنامج )?روبوت|robot olmadığınızı
    (?:bestätigen|beweisen) sie,? dass sie kein
    (?:confirmez|prouvez|vérifiez) que vous n'êtes pas un robot
    (?:confirm[ae]|demuestr[ae]|verifi(?:ca|que)) que no (?:eres|es) un
    (?:confirme|verifique|prove) que (?:você )?não é um rob
    (?:conferma|verifica|dimostra) (?:che |di )?(?:non sei|non essere) un robot
    (?:bevestig|bewijs|controleer) dat (?:je|u) (?:geen robot|een mens)
    (?:bekräfta|verifiera|bevisa) att du (?:inte är en robot|är en människa)
    bekræft,? at du (?:ikke er en robot|er et menneske)
    (?:vahvista|todista),? ett(?:et ole robotti|ä olet ihminen)|(?:potvrďte|ověřte),? že (?:nejste robot|jste člověk)
    potwierdź,? że (?:nie jesteś robotem|jesteś człowiekiem)
    \A(?:error )?451\b.{0,80}(?:unavailable|legal|european)|unavailable in (?:most|some|your) european countries
    (?:not|un)\s?available (?:to|for|in) (?:visitors|users|readers|countries)?.{0,40}european economic area
    european economic area.{0,80}(?:cannot|can't|not) (?:be )?(?:grant|access|available)
    \A429 too many requests|(?:sorry, |\A)your browser (?:is (?:not|no longer) supported|is out of date)
    your browser is not supported\. please
    you are (?:now )?in (?:the )?(?:line|queue)
    welcome to [\w' -]{0,40}\bwi-?fi\b|(?:connect|log in|sign in) to (?:the |our )?(?:free |guest )?wi-?fi
""")

CONSENT = _any(r"""
    before you continue to \w{1,60}|we (?:value|care about|respect) your privacy
    (?:accept|allow) all(?: cookies)?\b.{0,200}?\b(?:reject|refuse|manage|settings|preferences)
    to (?:view|read|access|see) this (?:page|content|site|article),? (?:please )?(?:accept|enable|allow)(?: all)? cookie
    (?:continue|agree) with (?:ads|advertising)|mit werbung (?:weiterlesen|und tracking)
    alle (?:cookies )?akzeptieren|wir respektieren ihre privatsphäre|ihre privatsphäre ist uns wichtig
    continuer sans accepter|tout accepter.{0,200}?(?:refuser|paramétrer)|nous respectons votre vie privée
    aceptar (?:todo|todas|y continuar).{0,200}?(?:rechazar|configurar)|valoramos (?:tu|su) privacidad
    accetta(?: tutti| tutto| e continua).{0,200}?(?:rifiuta|personalizza)|rispettiamo la tua privacy
    part of the yahoo family|hyväksy kaikki|přijmout vše|souhlasím|принять вс[её]|tümünü kabul et|全部接受
    すべて(?:同意|許可)|모두 동의|قبول الكل|(?:alles|alle cookies) accepteren|zaakceptuj wszystkie
    akceptuję i przechodzę|accepter alle|godkänn alla
""")
_COUNT = r"(?:[\d.,]{1,7} )?"
PARTNERS = _any(rf"""
    (?:we|we,? yahoo,?) and our {_COUNT}partners|wir und unsere {_COUNT}partner|nous et nos {_COUNT}partenaires
    nosotros y nuestros {_COUNT}socios|nós e (?:os )?nossos {_COUNT}parceiros
    noi e (?:i nostri )?{_COUNT}(?:fornitori|partner)|wij en onze {_COUNT}partners
    vi (?:och våra|og vores|og våre) {_COUNT}partner|me ja {_COUNT}kumppanimme|my i nasi {_COUNT}partnerzy
    my a naši {_COUNT}partneři|мы и наши партн[её]ры|biz ve {_COUNT}ortaklarımız
""")
OF_CONSENT = (
    "cookie", "privacy", "consent", "partner", "advertising", "werbung", "tracking", "privatsphäre", "datenschutz",
    "vie privée", "consentement", "publicité", "privacidad", "consentimiento", "publicidad", "pubblicità", "prywatno",
    "toestemming", "advertentie", "fornitori", "dispositivo", "samtycke", "samtykke", "eväste", "kumppan", "souhlas",
    "согласи", "çerez", "クッキー", "同意", "쿠키", "تعريف الارتباط", "隐私",
)  # fmt: skip

_READERS = r"(?:paying |paid |premium )?(?:subscribers|members)"
PAYWALLED = _any(rf"""
    subscribe (?:now )?(?:to|and) (?:continue|keep|read|unlock)|become a (?:subscriber|member) to (?:read|continue)
    this (?:article|story|content|page) is (?:only )?(?:for|available to|reserved for|exclusive to) (?:our )?{_READERS}
    to (?:continue|keep) reading(?: this)?[, ].{{0,60}}(?:subscribe|subscription|trial|account|sign up)
    (?:already a|existing) (?:subscriber|member)\? ?(?:please )?(?:log|sign) ?in
    (?:unlock|read) the (?:full|rest of (?:the|this)) (?:article|story) (?:with|by) (?:a |your )?subscri
    you(?:'ve| have) (?:reached|read) (?:your|all).{{0,40}}free articles
    réservé aux abonnés|il vous reste [\d.,]{{1,6}} ?% de|abonnez-vous pour (?:lire|continuer)
    weiterlesen mit|lesen sie diesen artikel mit|(?:exklusiv|nur) für abonnent|jetzt abonnieren und weiterlesen
    s[óo]lo para suscriptores|hazte suscriptor|suscríbete para (?:seguir|continuar|leer)
    riservato agli abbonati|abbonati per (?:continuare|leggere)|exclusivo para assinantes|assine para (?:continuar|ler)
    alleen voor abonnees|word abonnee (?:en|om verder)|tylko dla prenumeratorów
    この記事は(?:有料)?会員限定|有料会員限定|订阅后(?:继续)?阅读|只对订阅用户
""")
LOGIN = _any(r"""
    (?:log|sign) ?in to (?:continue|view|see|access|read)
    you (?:must|need to) (?:be logged in|log in|sign in)(?! to (?:post|comment|reply|leave|vote|like))
    (?:this page|access) requires (?:a )?(?:log-?in|authentication)
    bitte melden sie sich an|anmeldung erforderlich|veuillez vous (?:connecter|identifier)
    inicia(?:r)? sesión para|debes iniciar sesión|accedi per (?:continuare|leggere|vedere)|effettua il login per
    inicie (?:sesión|sessão) para|(?:faça|efetue) (?:o )?login para|logga in för att|log ind for at|logg inn for å
    kirjaudu sisään|přihlaste se|zaloguj się,? aby|(?:giriş yapın|oturum açın)|로그인(?:이 필요|하세요|해 ?주세요)
    سجّ?ل الدخول|تسجيل الدخول
    your session has (?:expired|timed out)
    (?:choose|select|find) your (?:institution|organi[sz]ation|university|identity provider)
    (?:log|sign) ?in (?:through|via|with) your (?:institution|organi[sz]ation|university|library)
    institutional (?:log|sign)[ -]?in
    log in om (?:verder|door)|войдите(?:,? чтобы| в систему)|请先?登录(?:后|以)|ログインしてください
""")
NEEDS_SCRIPTS = _any(r"""
    (?:you need to|please) enable javascript|(?:this (?:app|site|page|website)|\w{1,40}) (?:requires|needs) javascript
    javascript (?:is (?:disabled|required|not enabled)|must be enabled|muss aktiviert|est (?:désactivé|requis))
    bitte aktivieren sie javascript|veuillez activer javascript|(?:active|habilite) javascript
""")

_MISSING_TITLE = _any(r"""
    (?:the |this |requested )?(?:page|article|document|content) (?:was |is )?(?:not|no longer) (?:found|available)
    (?:the |this |requested )?(?:page|article|document) (?:could not|cannot|can't|couldn't) be found
    (?:the |this |requested )?(?:page|article|document) does(?: not|n't) exist
    not found|nothing (?:was )?found|oops! that page can't be found
    (?:die |diese )?seite (?:wurde )?(?:leider )?nicht (?:gefunden|verfügbar|vorhanden)
    (?:cette |la )?page (?:est )?(?:introuvable|non trouvée)|(?:la )?página no (?:encontrada|existe)
    (?:la )?pagina (?:non (?:trovata|esiste)|niet gevonden)|página não encontrada
    nie znaleziono(?: strony)?|strona nie (?:istnieje|została znaleziona)|stránka nenalezena
    sidan (?:du söker )?(?:hittades inte|kunde inte hittas|finns inte)|siden (?:findes|finnes) ikke
    sivua ei löy(?:dy|tynyt)
    stránka (?:nebyla )?nenalezena|sayfa bulunamadı|الصفحة غير موجودة|お探しのページは見つかりません(?:でした)?
    页面(?:未找到|没有找到)
    siden (?:blev )?ikke fundet|страница не найдена
    ページが見つかりません(?:でした)?|页面不存在|找不到(?:该)?页面|페이지를 찾을 수 없습니다
""").pattern
_NUMBER = r"(?:(?:http |error |fehler |erreur )?404(?: error)?)"
MISSING_TITLE = re.compile(
    rf"(?:{_NUMBER}[ :.,|–—!()-]{{0,5}})?(?:{_MISSING_TITLE})[.!]{{0,3}}(?: ?[(|–—:·-] ?.{{0,80}})?"
    rf"|{_NUMBER}[.!]{{0,3}}"
)
MISSING_NUMBER = re.compile(_NUMBER + r"\b")
_WANTED = (
    r"(?:the|this) (?:page|article|document|content|file|url|link) (?:that )?(?:requested|you(?:'re| are| were)? "
    r"(?:looking for|requested|trying to (?:reach|access|view)|followed))(?: at .{1,200}?)?"
)
MISSING = _any(rf"""
    \A(?:oops!? )?{_NUMBER}.{{0,40}}(?:not found|oops|page)
    {_WANTED} (?:can|could) ?(?:not|n't)
    {_WANTED} (?:is|was|does|has) ?(?:not|n't|no longer)
    {_WANTED} (?:has|may have|might have) been (?:moved|re|de)
    404[ :–—-]{{1,3}}(?:page |file )?not found
    (?:the )?requested (?:url|page)(?: .{{1,200}}?)? was not found on this server
    (?:can't|cannot|can not|could not|couldn't) (?:seem to )?find (?:the|that|this) page
    that page (?:can't|cannot) be found
    die (?:von ihnen )?(?:angeforderte|gesuchte|aufgerufene) seite (?:konnte|wurde|existiert|ist)
    la page (?:que vous (?:cherchez|recherchez|demandez|avez demandée)|demandée) (?:n'|est introuvable|a été)
    la página (?:que (?:buscas?|está buscando|has solicitado)|solicitada) no
    la pagina (?:che (?:cerchi|stai cercando)|richiesta) non|de (?:opgevraagde )?pagina (?:die u zoekt )?bestaat niet
    sidan du söker (?:kunde inte|finns inte)|siden,? du (?:leder|ledte) efter|siden du leter etter|etsimääsi sivua ei
    (?:požadovaná|hledaná) stránka (?:neexistuje|nebyla)|strona,? której szukasz|a página que (?:você )?procura
    aradığınız sayfa|요청하신 페이지|الصفحة التي تبحث عنها|запрашиваемая страница не|お探しのページは|您访问的页面不存在
""")

MISSING_BRIEF = _any(r"""
    (?:this|the) (?:page|article|document|content|story|item|post) (?:is no longer available|has been removed)
    there(?:'s| is) nothing here|(?:this|your) (?:account|site|website) has been suspended
""")
DEFAULT_TITLE = _any(r"""
    welcome to nginx!?|apache2? .{0,40}default page.{0,20}|.{0,20}test page for the (?:apache|nginx) .{0,60}
    iis (?:windows(?: server)?|\d{1,2}(?:\.\d)?)(?: - .{0,40})?|(?:this )?account (?:has been )?suspended
""")
DOWN_TITLE = _any(r"""
    it works!?
    (?:http )?(?:error )?50[0234]
    (?:50[0234][ :–—-]{0,3})?(?:bad gateway|service (?:temporarily )?unavailable|gateway time-?out)
    (?:500[ :–—-]{0,3})?internal server error
    internal server error|database error
    (?:site |website )?(?:is )?(?:down for |under )?(?:scheduled )?maintenance(?: mode)?
    we(?:'ll| will) be (?:right )?back(?: soon| shortly)?|wartungsarbeiten|wartungsmodus
""")
DOWN = _any(r"""
    error establishing a database connection|\Aapache2? .{0,40}default page
    \A(?:50[0234] )?(?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)
    the server encountered an internal error or misconfiguration|unavailable for scheduled maintenance
    (?:down|closed|offline) for (?:scheduled |planned )?maintenance|undergoing (?:scheduled |planned )?maintenance
    we(?:'ll| will) be (?:right )?back (?:soon|shortly|online)|wegen wartungsarbeiten|(?:en|site en) maintenance
    en mantenimiento
""")
LISTING = re.compile(r"index of /.{0,300}")
LOGIN_TITLE = _any(r"""
    (?:please )?(?:sign|log) ?-?(?:in|on)(?: (?:to|with|required).{0,60})?|login(?: required| page)?|single sign-on
    anmelden|anmeldung|einloggen
    (?:se )?connexion|s'identifier|iniciar sesión|inicie sesión.{0,40}|accedi|iniciar sessão|entrar|inloggen|logga in
    log ind|logg inn
    kirjaudu(?: sisään)?|přihlášení|zaloguj się|logowanie|вход|войти|giriş(?: yap)?|oturum aç|登录|登入|ログイン
    로그인|تسجيل الدخول
""")
AGE = _any(r"""
    (?:are you|you must be|i am|confirm that you are) (?:over |at least )?(?:18|21|of legal)
    (?:verify|confirm|enter) your (?:age|date of birth)
    age (?:verification|check|gate)|sind sie (?:schon |über |mindestens )?18|(?:avez-vous|vous avez) (?:plus de )?18 ans
""")
ANSWER = re.compile(
    r"\A\s{0,99}\{[^\n]{0,300}?(?:"
    r"\"(?:errors?|message|detail|title|reason|msg|error_description)\"\s{0,5}:\s{0,5}\[?\"[^\",]{0,40}?\b(?:"
    r"(?P<login>unauthori[sz]ed|authenticat(?:e|ed|ion)|log-?in required|(?:invalid|missing|expired) token)"
    r"|(?P<blocked>forbidden|access[ _]denied|rate[ _-]?limit(?:ed)?|too[ _]many[ _]requests)"
    r"|(?P<not_found>not[ _-]?found)|(?P<error>internal[ _]server[ _]error|service[ _]unavailable))\b[^\",]{0,40}\""
    r"|\"(?:status|status_?code|code|error)\"\s{0,5}:\s{0,5}\"?(?:"
    r"(?P<login_>401)|(?P<blocked_>403|429)|(?P<not_found_>404)|(?P<error_>50[0-4]))\b)",
    re.IGNORECASE,
)

PARKED = _any(r"""
    (?:this|the) domain(?: name)?(?: [\w.-]{1,80})? (?:is|may be|might be|could be) (?:available )?for sale
    (?:buy|get|purchase) this domain|[\w-]{1,60}\.[a-z]{2,12} (?:is|may be) for sale
    this domain (?:has expired|is parked|is registered at)|parked (?:free, courtesy|domain)
    the domain owner (?:may|can) be contacted|this (?:web ?page|page) (?:is|was) generated by the domain owner
    (?:diese )?domain (?:steht zum verkauf|ist geparkt)|(?:ce |nom de )?domaine est (?:à vendre|en vente)
    este dominio está (?:en venta|a la venta)|questo dominio è in vendita|deze domein(?:naam)? is te koop
    домен прода[её]тся|该域名(?:正在)?出售
""")
PARKING_HOST = re.compile(
    r"(?:src|href|action)\s{0,3}=\s{0,3}[\"']?(?:https?:)?//(?:[\w-]{1,63}\.){0,4}?(sedoparking\.com|sedo\.com"
    r"|parkingcrew\.net|bodis\.com|parklogic\.com|dan\.com|afternic\.com|hugedomains\.com|wsimg\.com/parking-lander)\b",
    re.IGNORECASE,
)

FREE = re.compile(
    r"isAccessibleForFree[\"']?\s{0,5}(?::|content\s{0,3}=)\s{0,5}[\"']?(?:https?://schema\.org/)?(true|false)",
    re.IGNORECASE,
)
LOCKED = re.compile(
    r"<meta\s[^<>]{0,200}?article:content_tier[\"']?\s[^<>]{0,100}?content\s{0,3}=\s{0,3}[\"']?locked",
    re.IGNORECASE,
)
