"""Opening a bundle that came from anywhere: nothing is written to disk, and memory is bounded."""

import re
import stat
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from stet.errors import InputError
from stet.evaluate.bundle import LARGEST, MOST_BYTES, MOST_MEMBERS, SUSPECT

_NAME = re.compile(r"[a-z0-9-]{1,40}(?:/[0-9]{4})?(?:\.[a-z0-9]{1,8}){1,2}")
_END = b"PK\x05\x06"
_END_SIZE = 22
_ZIP64 = b"PK\x06\x07"
_ZIP64_SIZE = 20
_LONGEST_LIST = 1 << 20
_SMALL = 1 << 16


class NotABundle(InputError):
    """The file is no bundle that stet writes, or one that was made to do harm."""

    code = "not_a_bundle"


def read_members(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every member, one after the other.

    Raises:
        NotABundle: the file is no zip, is cut off or encrypted; or has names, numbers or sizes that no bundle has
        OSError: it cannot be read
    """
    with path.open("rb") as file:
        _bounded(file)
        with _explaining(), zipfile.ZipFile(file) as archive:
            for info in _listed(archive):
                with archive.open(info) as member:
                    data = member.read(info.file_size + 1)
                if len(data) != info.file_size:
                    raise NotABundle(f"{info.filename} is not as large as the list of the zip says")
                yield info.filename, data


def _bounded(file: BinaryIO) -> None:
    """Look at the end of the zip before its list is read into memory."""
    size = file.seek(0, 2)
    if size < _END_SIZE or size > MOST_BYTES:
        raise NotABundle(
            "this is no bundle: too small for a zip" if size < _END_SIZE else "the zip is too large"
        )
    file.seek(max(0, size - _END_SIZE - _ZIP64_SIZE))
    tail = file.read()
    end = tail[-_END_SIZE:]
    if not end.startswith(_END):
        raise NotABundle("this is no bundle: no zip, or one that is cut off")
    if tail[:-_END_SIZE].startswith(_ZIP64):
        raise NotABundle("the zip is of a kind (zip64) that no bundle is")
    members, length = int.from_bytes(end[10:12], "little"), int.from_bytes(end[12:16], "little")
    if members > MOST_MEMBERS or length > _LONGEST_LIST:
        raise NotABundle(f"the zip lists {members} members; a bundle has at most {MOST_MEMBERS}")


def _listed(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The members of the list, each looked at before anything is unpacked."""
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise NotABundle(f"the zip lists {len(infos)} members; a bundle has at most {MOST_MEMBERS}")
    names: set[str] = set()
    for info in infos:
        _harmless(info)
        if info.filename in names:
            raise NotABundle(f"the zip has {info.filename} twice")
        names.add(info.filename)
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise NotABundle(f"the zip unpacks to more than {MOST_BYTES:,} bytes")
    return infos


def _harmless(info: zipfile.ZipInfo) -> None:
    if _NAME.fullmatch(info.filename) is None:
        raise NotABundle(f"the zip has a member with a name that no bundle has: “{info.filename[:60]}”")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in {0, stat.S_IFREG}:
        raise NotABundle(f"{info.filename} is no plain file")
    if info.flag_bits & 0x41:
        raise NotABundle(
            f"{info.filename} is encrypted", hint="a bundle is never encrypted: ask for it again"
        )
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise NotABundle(f"{info.filename} is packed in a way that no bundle is")
    if info.file_size > LARGEST:
        raise NotABundle(f"{info.filename} unpacks to {info.file_size:,} bytes; at most {LARGEST:,} are read")
    if info.file_size > max(_SMALL, info.compress_size * SUSPECT):
        raise NotABundle(
            f"{info.filename} unpacks to more than {SUSPECT} times its size: a bomb is not unpacked"
        )


@contextmanager
def _explaining() -> Generator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise NotABundle(f"the zip is damaged: {str(error)[:120]}") from error
