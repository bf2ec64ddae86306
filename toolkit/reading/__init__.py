"""What the author of a function wrote: annotations, docstrings, signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.reading.class_texts import class_text as class_text
else:
    # Whatever reads docstrings is not needed to mark a function as a tool, and takes 2 ms to import.
    __getattr__ = lazy_names(__name__, {"class_text": "class_texts"})
