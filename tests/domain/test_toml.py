"""TOML by anybody: the same as the standard library reads, without keys that would take it for ever."""

import tomllib

import pytest

from stet.domain.toml import parse_toml

MANY = "a" + ".a" * 50_000
DOTS = "." * 200


@pytest.mark.parametrize(
    "text",
    [
        f"{MANY} = 1",
        f"[{MANY}]",
        f"[[{MANY}]]",
        f"x = {{ {MANY} = 1 }}",
        f"x = [ 1.5, {{ {MANY} = 1 }} ]",
        "a" + ' . "b.=,\\"" ' * 100 + "= 1",
        "a" + " . '='" * 100 + " = 1",
        'x = """a"""""\n' + f"{MANY} = 1",
        "x = '''a'''''\n" + f"{MANY} = 1",
        f'x = "\\\\" # " \n{MANY} = 1',
    ],
    ids=range(10),
)
def test_a_key_of_many_parts_is_refused_wherever_it_stands(text: str) -> None:
    with pytest.raises(ValueError, match="a key of more than 64 parts"):
        parse_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        f'x = "{DOTS}"',
        f"x = '{DOTS}'",
        f'x = """{DOTS}\n"" {DOTS} \\""" {DOTS}"""""',
        f"x = '''{DOTS}\n'' {DOTS}'''''",
        f"x = 1 # {DOTS}",
        f"# {DOTS}\nx = 1",
        "x = [" + "1.5, " * 200 + "]",
        "\n".join(f"x{n}.y = 1.5" for n in range(200)),
        f'x = "\\"{DOTS}"\r\ny.z = 1979-05-27T07:32:00.5Z',
    ],
    ids=range(9),
)
def test_dots_that_part_no_key_are_as_many_as_one_likes(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 40_000, '"""' * 39_999 + '"', "'" * 99_999, "x = " + "." * 63], ids=range(4)
)
def test_what_is_no_toml_is_said_to_be_none(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        parse_toml(text)
