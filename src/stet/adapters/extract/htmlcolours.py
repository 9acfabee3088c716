"""Colours of CSS Color Module Level 4: the names, and what `rgb()` and `hsl()` say as `#rrggbb`."""

import colorsys
from collections.abc import Sequence

# Those near white or black, where it matters which they are; of the others only the name is compared.
_KNOWN = {
    "white": "#ffffff",
    "snow": "#fffafa",
    "ivory": "#fffff0",
    "mintcream": "#f5fffa",
    "ghostwhite": "#f8f8ff",
    "floralwhite": "#fffaf0",
    "azure": "#f0ffff",
    "whitesmoke": "#f5f5f5",
    "black": "#000000",
    "red": "#ff0000",
    "lime": "#00ff00",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "gray": "#808080",
    "grey": "#808080",
}
_OTHERS = (
    "transparent aliceblue antiquewhite aqua aquamarine beige bisque blanchedalmond blueviolet brown burlywood "
    "cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod "
    "darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon "
    "darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray "
    "dimgrey dodgerblue firebrick forestgreen fuchsia gainsboro gold goldenrod green greenyellow honeydew hotpink "
    "indianred indigo khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan "
    "lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue "
    "lightslategray lightslategrey lightsteelblue lightyellow limegreen linen magenta maroon mediumaquamarine "
    "mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise "
    "mediumvioletred midnightblue mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered "
    "orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue "
    "purple rebeccapurple rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue "
    "slateblue slategray slategrey springgreen steelblue tan teal thistle tomato turquoise violet wheat yellowgreen"
)
NAMES: dict[str, str | None] = dict.fromkeys(_OTHERS.split()) | _KNOWN


def hex_of_rgb(parts: Sequence[str]) -> str | None:
    """`#rrggbb` of three numbers (0–255) or percentages."""
    values = [_channel(part) for part in parts]
    if len(values) != 3 or None in values:
        return None
    return "#" + "".join(f"{value:02x}" for value in values if value is not None)


def hex_of_hsl(parts: Sequence[str]) -> str | None:
    """`#rrggbb` of a hue in degrees, saturation and lightness in percent."""
    try:
        hue, saturation, lightness = (float(part.removesuffix("deg").removesuffix("%")) for part in parts)
        shares = colorsys.hls_to_rgb(hue / 360 % 1, _share(lightness), _share(saturation))
        return "#" + "".join(f"{round(255 * share):02x}" for share in shares)
    except (ValueError, OverflowError):
        return None


def _share(percent: float) -> float:
    return min(1.0, max(0.0, percent / 100))


def _channel(text: str) -> int | None:
    try:
        value = float(text.removesuffix("%")) * (2.55 if text.endswith("%") else 1)
        return round(min(255.0, max(0.0, value)))
    except (ValueError, OverflowError):
        return None
