"""Pictures, sounds and files in the dialects that take them; a note of them elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from toolkit import Dispatcher, ToolCall, tool
from toolkit.media import Audio, File, Image, Text

PICTURE, SOUND, PAPER, ODD = (
    Image(b"\x89PNG"),
    Audio(b"RIFF"),
    File(b"%PDF", "application/pdf", "a.pdf"),
    File(b"\0", "application/zip"),
)
NOTE = {"type": "text", "text": "[application/zip, 1 bytes]"}


ALL = ["See:", PICTURE, PAPER, ODD, Text("Well?")]


def message(provider, value=ALL, **settings):
    """The message that carries a value back."""

    @tool
    def show():
        """Show it."""
        return value

    return Dispatcher([show], **settings).dispatch(ToolCall("show", {}, "c", provider)).to_message(provider)


def test_anthropic_gets_images_and_documents():
    """As base64 sources; any other file as a note."""
    (block,) = message("anthropic")["content"]
    assert block["content"] == [
        {"type": "text", "text": "See:"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw=="}},
        {
            "type": "document",
            "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERg=="},
            "title": "a.pdf",
        },
        NOTE,
        {"type": "text", "text": "Well?"},
    ]


def test_the_responses_api_gets_input_items():
    """Images and files as data URLs."""
    assert message("openai-responses")["output"] == [
        {"type": "input_text", "text": "See:"},
        {"type": "input_image", "image_url": "data:image/png;base64,iVBORw=="},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERg=="},
        {"type": "input_file", "filename": "file", "file_data": "data:application/zip;base64,AA=="},
        {"type": "input_text", "text": "Well?"},
    ]


def test_mcp_gets_content_blocks():
    """Image and audio by themselves, any other file as an embedded resource."""
    assert message("mcp", [PICTURE, SOUND, PAPER])["content"] == [
        {"type": "image", "data": "iVBORw==", "mimeType": "image/png"},
        {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
        {
            "type": "resource",
            "resource": {"uri": "file:///a.pdf", "mimeType": "application/pdf", "blob": "JVBERg=="},
        },
    ]


def test_bedrock_gets_bytes():
    """Its client encodes them."""
    (block,) = message("bedrock")["content"]
    assert block["toolResult"]["content"] == [
        {"text": "See:"},
        {"image": {"format": "png", "source": {"bytes": b"\x89PNG"}}},
        {"document": {"format": "pdf", "name": "a", "source": {"bytes": b"%PDF"}}},
        {"text": NOTE["text"]},
        {"text": "Well?"},
    ]


def test_gemini_gets_parts_beside_the_text():
    """Multimodal function responses."""
    (part,) = message("gemini")["parts"]
    assert part["functionResponse"]["parts"][0] == {"inlineData": {"mimeType": "image/png", "data": "iVBORw=="}}
    assert part["functionResponse"]["response"]["output"].startswith("See:\n[image/png")


@pytest.mark.parametrize("provider", ["openai", "ollama", "mistral"])
def test_other_dialects_get_a_note(provider):
    """Type and size."""
    assert message(provider)["content"].startswith("See:\n[image/png, 4 bytes]\n[a.pdf, application/pdf")


def test_what_middleware_puts_in_the_place_of_a_value_goes_out():
    """Not the picture that it hides."""

    def hiding(call, proceed):
        proceed(call)
        return call.answer("hidden")

    (block,) = message("anthropic", middleware=[hiding])["content"]
    assert block["content"] == "hidden"


def test_mcp_gets_the_value_beside_a_text_of_its_own():
    """A client refuses a result that was declared with a schema and comes without its structure."""

    @dataclass
    class Found:
        count: int

        def text_for_llm(self) -> str:
            return f"Found {self.count}"

    made = message("mcp", Found(3))
    assert made["content"] == [{"type": "text", "text": "Found 3"}]
    assert made["structuredContent"] == {"count": 3}


def test_mcp_gets_a_text_alone_where_the_value_has_no_structure():
    """Though what stands in it breaks when it is asked for its own text."""

    class Broken:
        def text_for_llm(self) -> str:
            raise RuntimeError

    @dataclass
    class Found:
        inside: Broken

        def text_for_llm(self) -> str:
            return "Found it"

    made = message("mcp", Found(Broken()))
    assert made["content"] == [{"type": "text", "text": "Found it"}]
    assert "structuredContent" not in made


@pytest.mark.parametrize("provider", ["anthropic", "bedrock", "openai-responses"])
def test_a_picture_that_no_api_takes_is_a_note(provider):
    """Else the whole request would be refused."""
    made = str(message(provider, Image(b"<svg/>", "image/svg+xml")))
    assert "[image/svg+xml, 6 bytes]" in made
    assert "<svg/>" not in made


@pytest.mark.parametrize("provider", ["anthropic", "bedrock"])
def test_blank_texts_among_blocks_are_left_out(provider):
    """The APIs refuse them; where there is nothing else, the text goes out as text."""
    (block,) = message(provider, [" ", PICTURE, Text("")])["content"]
    assert len(block.get("content") or block["toolResult"]["content"]) == 1
    assert "'text': ''" not in str(message(provider, [" ", Text("")]))


@pytest.mark.parametrize(
    ("file", "format_", "name"),
    [
        (File(b"a,b", "text/csv", "my  list_2.csv"), "csv", "my list-2"),
        (File(b"%PDF", "pdf", "report (final).pdf"), "pdf", "report (final)"),
        (File(b"x", "text/plain"), "txt", "file"),
    ],
)
def test_bedrock_gets_documents_under_names_that_it_takes(file, format_, name):
    """Without their suffix, which the format says."""
    (block,) = message("bedrock", [file])["content"]
    (document,) = block["toolResult"]["content"]
    assert document == {"document": {"format": format_, "name": name, "source": {"bytes": file.content}}}


def test_the_address_of_a_file_is_a_uri():
    """RFC 3986: a space is written with a percent sign."""
    made = message("mcp", [File(b"x", "text/plain", "my list.txt")])
    assert made["content"][0]["resource"]["uri"] == "file:///my%20list.txt"
