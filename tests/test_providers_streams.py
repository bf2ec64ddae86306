"""Calls out of streams, as soon as they are complete."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from toolkit.calls import ToolCall
from toolkit.errors import CallError
from toolkit.providers import CallAccumulator, OpenAI
from toolkit.providers.pieces import MAX_CHARS, ObjectEnd
from toolkit.providers.streams import MAX_CALLS


def collected(provider, chunks):
    """The calls that each chunk gives, and those at the end."""
    accumulator = CallAccumulator(provider)
    return [*map(accumulator.feed, chunks), accumulator.finish()]


def delta(*pieces, **choice):
    """A chunk of chat completions."""
    return {"choices": [{"index": 0, "delta": {"tool_calls": list(pieces)}, **choice}]}


def piece(index=None, id_=None, name=None, arguments=None):
    """A piece of a call."""
    return {"index": index, "id": id_, "function": {"name": name, "arguments": arguments}}


A = ToolCall("a", '{"x": 1}', "c1", "openai")
B = ToolCall("b", "{}", "c2", "openai")


def test_chat_deltas_give_a_call_when_the_next_begins():
    """And the last one at the end."""
    chunks = [delta(piece(0, "c1", "a", "")), delta(piece(0, None, None, '{"x": 1}')), delta(piece(1, "c2", "b", "{}"))]
    assert collected("openai", chunks) == [[], [], [A], [B]]


def test_an_accumulator_shows_whose_stream_it_reads_and_how_many_calls_have_begun():
    """Who looks at a stream that stopped sees whether anything was left."""
    accumulator = CallAccumulator(OpenAI())
    accumulator.feed(delta(piece(0, "c1", "a", '{"x":'), piece(1, "c2", "b", "")))
    assert repr(accumulator) == "CallAccumulator('openai', begun=2)"


def test_the_end_of_a_choice_completes_its_calls():
    """A loop that only feeds misses none; a call that was cut off waits for the end of the stream."""
    begun = [delta(piece(0, "c1", "a", '{"x":')), delta(piece(1, "c2", "b", "")), delta(piece(0, None, None, " 1}"))]
    other = {"choices": [{"index": 1, "delta": {}, "finish_reason": "stop"}]}
    empty = ToolCall("b", "", "c2", "openai")
    assert collected("openai", [*begun, other, delta(finish_reason="tool_calls")]) == [[], [], [], [], [A, empty], []]
    cut = ToolCall("a", '{"x":', "c1", "openai")
    assert collected("openai", [begun[0], delta(finish_reason="length")]) == [[], [], [cut]]
    last = delta(piece(0, "c1", "a", '{"x": 1}'), finish_reason="tool_calls")
    assert collected("mistral", [{"data": last}]) == [[ToolCall("a", '{"x": 1}', "c1", "mistral")], []]


def test_the_last_chunk_of_a_message_completes_its_calls():
    """LangChain marks it."""
    first = {"tool_call_chunks": [{"name": "a", "args": '{"x"', "id": "c1", "index": 0}]}
    last = {"tool_call_chunks": [{"name": None, "args": ": 1}", "id": None, "index": 0}], "chunk_position": "last"}
    assert collected("langchain", [first, last]) == [[], [ToolCall("a", '{"x": 1}', "c1", "langchain")], []]


def test_an_unfinished_call_waits_though_another_begins():
    """Pieces of parallel calls may alternate."""
    chunks = [
        delta(piece(0, "c1", "a", '{"x":')),
        delta(piece(1, "c2", "b", "{")),
        delta(piece(0, None, None, " 1}"), piece(1, None, None, "}")),
    ]
    assert collected("openai", chunks) == [[], [], [], [A, B]]


def test_a_new_id_under_the_same_index_begins_a_new_call():
    """Some servers count no calls; some repeat id and name with each piece."""
    chunks = [
        delta(piece(0, "c1", "a", '{"x":')),
        delta(piece(0, "c1", "a", " 1}")),
        delta(piece(0, "c2", "b", "{}")),
    ]
    assert collected("openai", chunks) == [[], [], [A], [B]]


def test_calls_without_index_are_counted_by_their_place():
    """One chunk may hold several whole calls; of several choices, each counts for itself."""
    assert collected("openai", [delta(piece(None, "c1", "a", '{"x": 1}'), piece(None, "c2", "b", "{}"))]) == [[A], [B]]
    chunk = delta(piece(0, "c1", "a", '{"x": 1}'))
    other = delta(piece(0, "c2", "b", "{}"), index=1)
    assert collected("openai", [{"choices": [*chunk["choices"], *other["choices"]]}]) == [[A], [B]]


def test_a_name_may_come_in_pieces():
    """They are joined."""
    chunks = [delta(piece(0, "c1", "geo_", None)), delta(piece(0, None, "find", "{}"))]
    assert collected("openai", chunks)[-1] == [ToolCall("geo_find", "{}", "c1", "openai")]


def test_arguments_may_come_as_an_object():
    """Then the call is whole."""
    whole = ToolCall("a", {"x": 1}, "c1", "mistral")
    assert collected("mistral", [delta(piece(0, "c1", "a", {"x": 1}))]) == [[whole], []]


def test_chunks_without_calls_give_none():
    """Text, usage, the end."""
    chunks = [{"choices": [{"delta": {"content": "Hi."}}]}, {"choices": []}, {"usage": {}}]
    assert collected("openai", chunks) == [[], [], [], []]


def test_a_call_without_a_name_has_a_problem():
    """It is answered like any other broken call."""
    (call,) = collected("openai", [delta(piece(0, "c1", None, "{}"))])[-1]
    assert (call.id, call.problem) == ("c1", "the stream ended before the name of the tool came")


def test_a_stream_is_bounded():
    """Arguments and calls; what is too long is dropped and said."""
    chunks = [delta(piece(0, "c1", "a", "x" * (MAX_CHARS // 2))) for _ in range(3)]
    (call,) = collected("openai", chunks)[-1]
    assert call.problem == "arguments of more than 1,048,576 characters"
    accumulator = CallAccumulator("openai")
    with pytest.raises(CallError, match="more than 1024 calls in one stream"):
        accumulator.feed(delta(*(piece(number, f"c{number}", "a", "{}") for number in range(MAX_CALLS + 1))))
    with pytest.raises(CallError, match="id has 300 characters"):
        CallAccumulator("openai").feed(delta(piece(0, "x" * 300, "a", "{}")))


def test_a_broken_chunk_is_an_error():
    """It names the field."""
    with pytest.raises(CallError, match=r"delta.tool_calls is text; expected an array"):
        CallAccumulator("openai").feed({"choices": [{"delta": {"tool_calls": "x"}}]})


def test_responses_events_give_a_call_when_its_item_is_done():
    """Whatever came before is replaced; a stream that breaks off gives what it has."""
    item = {"type": "function_call", "call_id": "c1", "name": "a", "arguments": ""}
    added = {"type": "response.output_item.added", "output_index": 0, "item": item}
    more = {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": '{"x": 1}'}
    done = {"type": "response.output_item.done", "output_index": 0, "item": {**item, "arguments": '{"x": 1}'}}
    message = {"type": "response.output_item.added", "output_index": 1, "item": {"type": "message"}}
    stray = {"type": "response.function_call_arguments.delta", "output_index": 7, "delta": "{}"}
    call = ToolCall("a", '{"x": 1}', "c1", "openai-responses")
    assert collected("openai-responses", [added, message, more, stray, done]) == [[], [], [], [], [call], []]
    assert collected("openai-responses", [done]) == [[call], []]
    assert collected("openai-responses", [added, more]) == [[], [], [call]]


def test_anthropic_events_give_a_call_when_its_block_stops():
    """Blocks of text and of tools that the provider runs give none."""

    def event(kind, index, **fields):
        return {"type": f"content_block_{kind}", "index": index, **fields}

    def block(kind, **fields):
        return {"type": kind, "id": "c1", "name": "a", "input": {}, **fields}

    def json_piece(text):
        return {"type": "input_json_delta", "partial_json": text}

    chunks = [
        event("start", 0, content_block={"type": "text", "text": ""}),
        event("delta", 0, delta={"type": "text_delta", "text": "Hm."}),
        event("stop", 0),
        event("start", 1, content_block=block("server_tool_use")),
        event("delta", 1, delta=json_piece('{"q": 1}')),
        event("stop", 1),
        event("start", 2, content_block=block("tool_use")),
        event("delta", 2, delta=json_piece('{"x":')),
        event("delta", 2, delta=json_piece(" 1}")),
        {"type": "input_json", "partial_json": " 1}", "snapshot": {}},
        event("stop", 2),
        event("start", 3, content_block=block("tool_use", input={"y": 2})),
        {"type": "message_stop"},
    ]
    first, second = ToolCall("a", '{"x": 1}', "c1", "anthropic"), ToolCall("a", {"y": 2}, "c1", "anthropic")
    assert collected("anthropic", chunks) == [[]] * 10 + [[first], [second], [], []]


def test_bedrock_events_give_a_call_when_its_block_stops():
    """Other blocks, and tools that the provider runs, give none."""

    def start(index, **tool):
        return {"contentBlockStart": {"start": {"toolUse": tool}, "contentBlockIndex": index}}

    def more(index, text):
        return {"contentBlockDelta": {"delta": {"toolUse": {"input": text}}, "contentBlockIndex": index}}

    chunks = [
        {"messageStart": {"role": "assistant"}},
        {"contentBlockDelta": {"delta": {"text": "Hm."}, "contentBlockIndex": 0}},
        {"contentBlockStop": {"contentBlockIndex": 0}},
        start(1, toolUseId="s", name="nova_grounding", type="server_tool_use"),
        more(1, "{}"),
        start(2, toolUseId="c1", name="a"),
        more(2, '{"x": 1}'),
        {"contentBlockStop": {"contentBlockIndex": 2}},
    ]
    assert collected("bedrock", chunks) == [[]] * 7 + [[ToolCall("a", '{"x": 1}', "c1", "bedrock")], []]


def test_gemini_and_ollama_send_whole_calls():
    """A broken one has a problem."""
    part = {"functionCall": {"name": "a", "args": {"x": 1}}}
    chunks = [
        {"candidates": [{"content": {"parts": [{"text": "Hm."}]}}]},
        {"candidates": [{"content": {"parts": [part]}}]},
    ]
    assert collected("gemini", chunks) == [[], [ToolCall("a", {"x": 1}, None, "gemini")], []]
    message = {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"function": {"name": "a", "arguments": {}}}, {"function": {}}],
    }
    ((first, second), last) = collected("ollama", [{"message": message}])
    assert (first, last) == (ToolCall("a", {}, None, "ollama"), [])
    assert second.problem == "function.name is missing; expected text"


def test_langchain_chunks_are_joined():
    """By index, or by their place."""
    chunks = [
        {"tool_call_chunks": [{"name": "a", "args": '{"x":', "id": "c1", "index": 0}]},
        {"tool_call_chunks": [{"name": None, "args": " 1}", "id": None, "index": None}]},
    ]
    assert collected("langchain", chunks)[-1] == [ToolCall("a", '{"x": 1}', "c1", "langchain")]


@pytest.mark.parametrize("form", ["text", "delta", "message"])
def test_text_is_read_when_it_has_ended(form):
    """Calls may be spread over any number of pieces."""
    text = 'Sure. <tool_call>{"name": "a", "arguments": {"x": 1}}</tool_call>'
    forms = {
        "text": lambda part: part,
        "delta": lambda part: {"choices": [{"delta": {"content": part}}]},
        "message": lambda part: {"message": {"role": "assistant", "content": part}},
    }
    chunks = [forms[form](text[place : place + 7]) for place in range(0, len(text), 7)]
    chunks.append({"choices": [{"delta": {}}]})
    assert collected("text", chunks)[-1] == [ToolCall("a", {"x": 1}, None, "text")]


def test_text_that_is_too_long_has_a_problem():
    """It is not read."""
    (call,) = collected("text", ["x" * MAX_CHARS, "y"])[-1]
    assert call.problem == "arguments of more than 1,048,576 characters"


@pytest.mark.parametrize(
    ("provider", "text"),
    [
        (SimpleNamespace(name="silent"), "no streams are read with provider=namespace(name='silent'); give a name,"),
        (None, 'provider=None; give a name, provider="openai", or an object with fragments'),
        (OpenAI, "provider=OpenAI; give an object of it, provider=OpenAI()"),
    ],
)
def test_what_reads_no_streams_is_refused(provider, text):
    """The message says what is wanted."""
    with pytest.raises(CallError) as caught:
        CallAccumulator(provider)
    assert text in str(caught.value)


def test_close_is_another_name_of_finish():
    """For those who look for it."""
    accumulator = CallAccumulator("openai")
    accumulator.feed(delta(piece(0, "c2", "b", "{}")))
    assert accumulator.close() == [B]
    assert accumulator.finish() == []


def given(provider, chunks):
    """All calls of a stream: name, arguments and id of each."""
    return [(call.name, call.arguments, call.id) for calls in collected(provider, chunks) for call in calls]


HALVES = [piece(0, "c1", "a", '{"x"'), piece(0, None, None, ": 1}")]
HEADS = [piece(0, "c1", "a"), piece(0, "c2", "b")]
BOTH = [("a", '{"x": 1}', "c1"), ("b", "{}", "c2")]


@pytest.mark.parametrize(
    ("pieces", "calls"),
    [
        ([*HALVES, piece(0, "c2", "b"), piece(1, None, None, "{}")], BOTH),
        ([piece(0, "c1", "a"), piece(1, None, None, '{"x"'), piece(2, None, None, ": 1}")], BOTH[:1]),
        ([*HEADS, piece(0, "c1", None, '{"x": 1}'), piece(0, "c2", None, "{}")], BOTH),
        ([*HEADS, piece(7, "c1", None, '{"x": 1}'), piece(8, "c2", None, "{}")], BOTH),
        ([piece(0, None, "a", '{"x": 1}'), piece(0, None, "b", "{}")], [("a", '{"x": 1}', None), ("b", "{}", None)]),
        ([piece(0, None, "a", "{}"), piece(0, None, "a", '{"x": 1}')], [("a", "{}", None), ("a", '{"x": 1}', None)]),
        ([piece(0, "c1", None, '{"x"'), piece(0, None, "a", ": 1}")], BOTH[:1]),
        ([piece(0, "c1", "a", '{"x": 1}'), piece(0, "c1", "a", '{"x": 1}')], BOTH[:1]),
        ([piece(0, "c1", "a", "{}"), piece(0, None, None, '{"x": 1}')], BOTH[:1]),
        ([piece(0, "c1", "a", '{"x": 1}'), piece(1)], BOTH[:1]),
        ([piece(0, "c1", "a", '{"x": 1}'), piece(0, None, None, "}")], [("a", '{"x": 1}}', "c1")]),
        ([piece(0, "c", "a", "{}"), piece(1, "c", "b", "{}")], [("a", "{}", "c"), ("b", "{}", "c")]),
        ([piece(0, "c1", "a", '{"x"'), piece(0, "null", "", ": 1}")], BOTH[:1]),
    ],
)
def test_calls_are_told_apart_though_a_server_counts_badly(pieces, calls):
    """Odd places, ids in each piece or "null", the whole call once more, an empty object before it."""
    assert given("openai", [delta(each) for each in pieces]) == calls
    unplaced = [delta({**each, "index": None}) for each in pieces]
    if all(each["id"] or not each["function"]["name"] for each in pieces):
        assert given("openai", [*unplaced, delta(finish_reason="tool_calls")])[0] == calls[0]


def snapshots(place, id_, name, arguments):
    """Pieces that each say all that has come of the arguments."""
    return [piece(place, id_, name, arguments[:length]) for length in (0, 1, 5, len(arguments))]


def test_pieces_may_say_everything_so_far():
    """Then the last one is all, in parallel calls too, and when the finished ones are said once more."""
    arguments = '{"x": {"x": 1}}'
    calls = [("a", arguments, "c1"), ("b", arguments, "c2")]
    first, second = snapshots(0, "c1", "a", arguments), snapshots(1, "c2", "b", arguments)
    assert given("openai", map(delta, [*first, *second])) == calls
    assert given("openai", [*map(delta, first), *(delta(first[-1], each) for each in second)]) == calls
    unnamed = [{**each, "id": None, "function": {"arguments": each["function"]["arguments"]}} for each in first[1:]]
    assert collected("openai", [*map(delta, [first[0], *unnamed]), delta(finish_reason="tool_calls")])[-2]


def test_pieces_that_only_begin_alike_are_joined():
    """An object may hold another one of the same form."""
    pieces = ['{"x": ', '{"x": 1}', "}"]
    assert given("openai", [delta(piece(0, "c1", "a", each)) for each in pieces]) == [("a", '{"x": {"x": 1}}', "c1")]
    broken = [piece(0, "c1", "a", each) for each in ("{", "{}}")]
    assert given("openai", map(delta, broken)) == [("a", "{{}}", "c1")]


def test_a_name_without_an_end_is_cut():
    """No tool has one of that length."""
    (call,) = collected("openai", [delta(piece(0, "c1", f"{number}" * 1000, "")) for number in range(9)])[-1]
    assert len(call.name) == 2000


def test_calls_come_in_the_order_in_which_they_began():
    """One without arguments is known to be complete at the end only, and what follows it has to wait."""
    pieces = [piece(0, "c0", "now"), piece(1, "c1", "a", '{"x": 1}'), piece(2, "c2", "b", "{}")]
    assert collected("openai", map(delta, pieces)) == [[], [], [], [ToolCall("now", "", "c0", "openai"), A, B]]


def test_a_message_beside_the_deltas_gives_its_calls_once():
    """Whether deltas told of them or not, and whether they have been given or not."""
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in (A, B)
    ]
    end = {"choices": [{"index": 0, "message": {"role": "assistant", "tool_calls": calls}, "finish_reason": "stop"}]}
    assert given("openai", [end]) == BOTH
    assert given("openai", [delta(piece(0, "c1", "a", '{"x": 1}')), delta(piece(1, "c2", "b", "{}")), end]) == BOTH
    first = {"choices": [{**end["choices"][0], "message": {"role": "assistant", "tool_calls": calls[:1]}}]}
    assert given("openai", [first, end]) == BOTH
    spaced = [{**each, "function": {**each["function"], "arguments": '{"x":1}'}} for each in calls[:1]]
    again = {"choices": [{"index": 3, "message": {"role": "assistant", "tool_calls": spaced}}]}
    assert given("openai", [first, again]) == BOTH[:1]
    other = {**spaced[0], "function": {"name": "a", "arguments": '{"x": 2'}}
    differing = {"choices": [{"index": 3, "message": {"role": "assistant", "tool_calls": [other]}}]}
    assert given("openai", [first, differing]) == [BOTH[0], ("a", '{"x": 2', "c1")]


def test_function_calls_of_old_and_custom_tools_come_in_pieces():
    """Free text is never taken for JSON."""

    def old(**fields):
        return {"choices": [{"index": 0, "delta": {"function_call": fields}}]}

    assert given("openai", [old(name="a", arguments=""), old(arguments='{"x": 1}')]) == [("a", '{"x": 1}', None)]
    custom = {"index": 0, "id": "c1", "type": "custom", "custom": {"name": "run", "input": ""}}
    more = [{"index": 0, "custom": {"input": text}} for text in ("{}", "{}")]
    chunks = [delta(custom), *map(delta, more), delta(finish_reason="tool_calls")]
    assert given("openai", chunks) == [("run", {"input": "{}{}"}, "c1")]
    assert given("openai", [delta(custom), delta(more[0]), delta(piece(1, "c2", "b", "{}"))])[0][1] == {"input": "{}"}


def test_responses_events_give_each_call_once():
    """From its item, from the end of its arguments, or from the end of the response, whichever comes."""
    item = {"type": "function_call", "call_id": "c1", "name": "a", "arguments": ""}
    added = {"type": "response.output_item.added", "output_index": 0, "item": item}
    ended = {"type": "response.function_call_arguments.done", "output_index": 0, "arguments": '{"x": 1}'}
    whole = {**item, "arguments": '{"x": 1}'}
    done = {"type": "response.output_item.done", "output_index": 0, "item": whole}
    for end in ("response.completed", "response.done", "response.incomplete"):
        completed = {"type": end, "response": {"object": "response", "output": [whole]}}
        for events in ([completed], [added, completed], [added, ended], [added, ended, done, completed]):
            assert given("openai-responses", events) == BOTH[:1]
    custom = {"type": "custom_tool_call", "call_id": "c1", "name": "run", "input": ""}
    piece_ = {"type": "response.custom_tool_call_input.delta", "output_index": 0, "delta": "ls"}
    assert given("openai-responses", [{**added, "item": custom}, piece_]) == [("run", {"input": "ls"}, "c1")]


def test_the_end_of_an_object_is_found_across_pieces():
    """Brackets in strings and after a backslash count for nothing, wherever the pieces break."""
    text = r' {"a": "}\"{", "b": [{}, "\\"]} '
    for size in range(1, len(text)):
        end = ObjectEnd()
        reached = []
        for place in range(0, len(text), size):
            end.follow(text[place : place + size])
            reached.append(end.is_reached)
        assert reached.index(True) == (len(text.rstrip()) - 1) // size
        assert reached[-1]
    for other in ("[]", "x{}", "{}{}", "{} x", '"{}"'):
        end = ObjectEnd()
        end.follow(other)
        assert not end.is_reached
        end.follow("{}")
        assert not end.is_reached


@pytest.mark.parametrize(
    ("chunk", "kind"),
    [(None, "null"), ("data: {}", "text"), (5, "a number"), ([], "an array"), (b"{}", "no JSON value")],
)
def test_what_is_no_chunk_is_an_error(chunk: object, kind: str):
    """Passed over in silence, a whole stream would give no call."""
    with pytest.raises(CallError, match=f"a chunk is {kind}; feed the dicts or objects that the provider's client"):
        CallAccumulator("openai").feed(chunk)


def test_the_end_of_the_events_and_chunks_without_anything_are_none():
    """Programs that read the events themselves hand them on; prose comes as text."""
    accumulator = CallAccumulator("openai")
    assert [accumulator.feed(chunk) for chunk in ("[DONE]", {}, {"choices": []}, object())] == [[]] * 4
    assert CallAccumulator("text").feed("") == []


ANTHROPICS = {
    "type": "content_block_start",
    "index": 0,
    "content_block": {"type": "tool_use", "id": "c1", "name": "now", "input": {}},
}
OPENAIS = {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "id": "c1", "function": {"name": "now"}}]}}]}
OLLAMAS = {"message": {"role": "assistant", "tool_calls": [{"function": {"name": "now", "arguments": {}}}]}}


@pytest.mark.parametrize(
    ("provider", "owner", "chunk"),
    [
        ("openai", "anthropic", ANTHROPICS),
        ("anthropic", "openai", OPENAIS),
        ("gemini", "openai", OPENAIS),
        ("openai", "ollama", OLLAMAS),
    ],
)
def test_a_call_in_a_chunk_of_another_provider_is_an_error(provider: str, owner: str, chunk: dict[str, Any]):
    """The call would be lost; the text names the accumulator that reads it."""
    with pytest.raises(CallError, match=rf"is of {owner}, not of {provider}; use CallAccumulator\('{owner}'\)"):
        CallAccumulator(provider).feed(chunk)


def test_a_chunk_of_another_provider_without_a_call_loses_nothing():
    """Servers mix shapes, and only calls count."""
    chunk = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    assert CallAccumulator("openai").feed(chunk) == []
    assert CallAccumulator("gemini").feed({"choices": [{"index": 0, "delta": {"content": "Hello"}}]}) == []


def test_another_name_behind_finished_arguments_begins_a_new_call():
    """Where a server gives all calls one index and none an id; the same name once more is the same call."""
    finished, another = delta(piece(0, None, "a", '{"x": 1}')), delta(piece(0, None, "b", ""))
    chunks = [finished, delta(piece(0, None, "a", "")), another, delta(piece(0, None, None, "{}"))]
    a, b = ToolCall("a", '{"x": 1}', None, "openai"), ToolCall("b", "{}", None, "openai")
    assert collected("openai", chunks) == [[], [], [a], [], [b]]


@pytest.mark.usefixtures("uncollected")
def test_arguments_that_are_no_object_are_looked_through_once_for_each_length():
    """A call that waits for its end is looked at whenever another begins."""
    waiting = "[" + "1," * 100_000
    chunks = [delta(piece(0, "c0", "a", waiting))]
    chunks += [delta(piece(place, f"c{place}", "b", "[")) for place in range(1, 1000)]
    started = time.process_time()
    assert len(collected("openai", chunks)[-1]) == 1000
    assert time.process_time() - started < 2


def test_a_whole_call_takes_the_place_of_its_own_pieces_alone():
    """A message beside the deltas may count the calls otherwise."""
    pieces = delta(piece(0, "c1", "a", '{"x"'), piece(1, "c2", "b", "{"))
    whole = [{"id": each.id, "function": {"name": each.name, "arguments": each.arguments}} for each in (B, A)]
    chunks = [pieces, {"choices": [{"index": 0, "message": {"tool_calls": whole}}]}]
    assert collected("openai", chunks) == [[], [A, B], []]
