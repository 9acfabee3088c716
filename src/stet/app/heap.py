"""What a process of ours has loaded for good is not looked through again and again.

The libraries of models and stores are hundreds of thousands of objects. Python's collector of cycles goes through all
that is alive whenever enough is new, about once a run, which takes a tenth of a second and more.
"""

import gc

_settled: list[bool] = []


def settle() -> None:
    """Leave out of the collector's passes what is alive now; the first time only.

    What of it is dropped later is freed as before, unless it stands in a cycle: this is for a process that is all
    ours, when its libraries are loaded, and not for one that somebody else has filled.
    """
    if not _settled:
        _settled.append(True)
        gc.collect()
        gc.freeze()
