"""Media blocks: small frozen values that say what they are."""

from __future__ import annotations

import pytest

from toolkit import DefinitionError
from toolkit.media import Audio, Block, File, Image, Text, blocks_of


def test_a_block_is_frozen_and_compared_by_content():
    """Bytes of any kind are kept as bytes."""
    assert Image(bytearray(b"ab")) == Image(b"ab", "image/png")
    with pytest.raises(AttributeError):
        Image(b"ab").content = b""


def test_the_path_of_a_file_is_no_content():
    """The text says how its bytes are read."""
    with pytest.raises(DefinitionError, match=r'Image: the content is a str; .* Path\("\.\.\."\)\.read_bytes\(\)'):
        Image("cat.png")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("block", "mime_type"),
    [
        (Image(b"", "jpg"), "image/jpeg"),
        (Image(b"", "image/JPG"), "image/jpeg"),
        (Image(b"", "webp"), "image/webp"),
        (Audio(b"", "mp3"), "audio/mpeg"),
        (File(b"", "pdf"), "application/pdf"),
        (File(b"", "csv"), "text/csv"),
        (File(b"", "text/x-python"), "text/x-python"),
    ],
)
def test_a_type_may_be_written_short(block, mime_type):
    """By its second half, in capitals, or by the name that everybody uses for it."""
    assert block.mime_type == mime_type


def test_a_block_shows_its_size_not_its_content():
    """In a repr as in the model's text."""
    assert repr(File(b"12345", name="a.bin")) == "File(a.bin, application/octet-stream, 5 bytes)"
    assert (Audio(b"x").text_for_llm(), Text("hi").text_for_llm()) == ("[audio/wav, 1 bytes]", "hi")


def test_a_kind_of_ones_own_says_what_stands_for_it():
    """The base does not know."""
    with pytest.raises(NotImplementedError):
        Block().text_for_llm()


def test_blocks_are_found_alone_and_in_lists():
    """Texts among them are blocks too; other lists have none."""
    assert blocks_of(Text("a")) == (Text("a"),)
    assert blocks_of(("a", Image(b"x"), 5)) == (Text("a"), Image(b"x"))
    assert (blocks_of(["a"]), blocks_of("a"), blocks_of(None)) == ((), (), ())
