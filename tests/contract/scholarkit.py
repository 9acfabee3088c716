"""Wikipedia and the scholarly services as lines of the table of search providers. All bodies are invented."""

import json

from searchkit import REQUEST, Asked, Provider

from stet.adapters.search import arxiv, crossref, europepmc, openalex, wikipedia
from stet.errors import BadAnswer, RateLimited, Unavailable

WIKIPEDIA = Provider(
    name="wikipedia",
    make=wikipedia.Wikipedia,
    parse=wikipedia.parse,
    good=json.dumps(
        {
            "batchcomplete": True,
            "query": {
                "searchinfo": {"totalhits": 2},
                "search": [
                    {"ns": 0, "title": "Tide", "pageid": 1, "snippet": 'The <span class="x">tide</span>'},
                    {"ns": 0, "title": "Notices", "pageid": 2, "snippet": ""},
                ],
            },
        }
    ),
    empty=json.dumps({"batchcomplete": True, "query": {"searchinfo": {"totalhits": 0}, "search": []}}),
    urls=("https://en.wikipedia.org/wiki/Tide", "https://en.wikipedia.org/wiki/Notices"),
    sends=Asked(
        "GET",
        "/w/api.php",
        {
            "action": "query",
            "list": "search",
            "srsearch": REQUEST.text,
            "srlimit": "2",
            "srprop": "snippet",
            "format": "json",
            "formatversion": "2",
            "maxlag": "5",
        },
    ),
    text="srsearch",
    characters=300,
    faults=(
        (200, json.dumps({"error": {"code": "maxlag", "info": "7 seconds lagged"}}), RateLimited),
        (200, json.dumps({"error": {"code": "ratelimited", "info": "too often"}}), RateLimited),
        (200, json.dumps({"error": {"code": "cirrussearch-too-busy-error", "info": "busy"}}), RateLimited),
        (200, json.dumps({"error": {"code": "badinteger", "info": "no number"}}), BadAnswer),
        (200, json.dumps({"error": {"code": "internal_api_error_X", "info": "oh"}}), Unavailable),
    ),
    wrong=('{"batchcomplete": true}', '{"query": {"search": null}}', '{"error": "text"}'),
)

OPENALEX = Provider(
    name="openalex",
    make=openalex.OpenAlex,
    parse=openalex.parse,
    good=json.dumps(
        {
            "meta": {"count": 2},
            "results": [
                {
                    "id": "https://openalex.org/W1",
                    "doi": "https://doi.org/10.5555/tide",
                    "display_name": "Tides",
                    "publication_date": "2025-05-01",
                    "best_oa_location": {"landing_page_url": "https://tides.example/1", "pdf_url": None},
                    "abstract_inverted_index": {"water": [1], "High": [0]},
                },
                {"id": "https://openalex.org/W2", "doi": "https://doi.org/10.5555/Notices"},
            ],
        }
    ),
    empty=json.dumps({"meta": {"count": 0}, "results": []}),
    urls=("https://tides.example/1", "https://doi.org/10.5555/Notices"),
    sends=Asked(
        "GET",
        "/works",
        {
            "search": REQUEST.text,
            "per_page": "2",
            "select": "id,doi,display_name,publication_date,best_oa_location,primary_location,"
            "abstract_inverted_index",
        },
    ),
    text="search",
    characters=400,
    # Documented: 403 is for asking too fast.
    statuses={403: RateLimited},
    faults=(
        (400, json.dumps({"error": "Invalid query", "message": "no such field"}), BadAnswer),
        (429, json.dumps({"error": "Rate limit exceeded"}), RateLimited),
    ),
    wrong=('{"meta": {"count": 0}}', '{"results": null}', '{"data": []}'),
)

CROSSREF = Provider(
    name="crossref",
    make=crossref.Crossref,
    parse=crossref.parse,
    good=json.dumps(
        {
            "status": "ok",
            "message-type": "work-list",
            "message": {
                "total-results": 2,
                "items": [
                    {
                        "DOI": "10.5555/tide",
                        "title": ["Tides"],
                        "abstract": "<jats:p>High</jats:p>",
                        "published": {"date-parts": [[2025, 5, 1]]},
                    },
                    {"DOI": "10.5555/notices", "title": [], "published": {"date-parts": [[2024]]}},
                ],
            },
        }
    ),
    empty=json.dumps({"status": "ok", "message": {"total-results": 0, "items": []}}),
    urls=("https://doi.org/10.5555/tide", "https://doi.org/10.5555/notices"),
    sends=Asked(
        "GET",
        "/works",
        {
            "query.bibliographic": REQUEST.text,
            "rows": "2",
            "select": "DOI,title,abstract,published,published-online,published-print,issued",
        },
    ),
    text="query.bibliographic",
    characters=400,
    faults=((400, json.dumps({"status": "failed", "message": [{"message": "not an integer"}]}), BadAnswer),),
    wrong=('{"status": "ok", "message": {}}', '{"message": {"items": null}}', '{"message": []}'),
)

EUROPEPMC = Provider(
    name="europepmc",
    make=europepmc.EuropePmc,
    parse=europepmc.parse,
    good=json.dumps(
        {
            "version": "6.9",
            "hitCount": 2,
            "resultList": {
                "result": [
                    {"id": "1", "source": "MED", "title": "Tides", "firstPublicationDate": "2025-05-01"},
                    {"id": "PPR2", "source": "PPR", "title": "Notices", "abstractText": "<p>Quay</p>"},
                ]
            },
        }
    ),
    empty=json.dumps({"version": "6.9", "hitCount": 0, "resultList": {"result": []}}),
    urls=("https://europepmc.org/article/MED/1", "https://europepmc.org/article/PPR/PPR2"),
    sends=Asked(
        "GET",
        "/webservices/rest/search",
        {"query": REQUEST.text, "format": "json", "resultType": "core", "pageSize": "2"},
    ),
    text="query",
    characters=400,
    faults=((200, json.dumps({"version": "6.9", "errCode": 404, "errMsg": "no query"}), BadAnswer),),
    wrong=('{"hitCount": 0}', '{"resultList": {}}', '{"resultList": {"result": null}}'),
)


def _entry(paper: str, title: str, rest: str = "") -> str:
    return f"<entry><id>http://arxiv.org/abs/{paper}</id><title>{title}</title>{rest}</entry>"


def _feed(count: int, *entries: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f'<totalResults xmlns="http://a9.com/-/spec/opensearch/1.1/">{count}</totalResults>'
        f"{''.join(entries)}</feed>"
    )


ARXIV = Provider(
    name="arxiv",
    make=arxiv.Arxiv,
    parse=arxiv.parse,
    good=_feed(
        2,
        _entry("2505.00001v2", "Tides", "<published>2025-05-01T10:00:00Z</published><summary>x</summary>"),
        _entry("hep-th/9901001v1", "Notices"),
    ),
    empty=_feed(0),
    urls=("https://arxiv.org/abs/2505.00001v2", "https://arxiv.org/abs/hep-th/9901001v1"),
    sends=Asked(
        "GET",
        "/api/query",
        {
            "search_query": 'all:"tide" OR all:"turn"',
            "max_results": "2",
            "sortBy": "relevance",
            "sortOrder": "descending",
        },
    ),
    text="search_query",
    characters=700,
    faults=(
        (200, _feed(9), Unavailable),
        (200, _feed(1, "<entry><id>http://arxiv.org/api/errors#x</id></entry>"), BadAnswer),
        (429, "Rate exceeded.", RateLimited),
    ),
    wrong=(
        _feed(0).replace("2005/Atom", "2005/Other"),
        "<feed/>",
        '<!DOCTYPE feed [<!ENTITY x "y">]><feed/>',
    ),
)

SCHOLARLY: tuple[Provider, ...] = (WIKIPEDIA, OPENALEX, CROSSREF, EUROPEPMC, ARXIV)
