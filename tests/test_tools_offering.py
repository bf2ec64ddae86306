"""What one call sees of a registry."""

from __future__ import annotations

import asyncio
import logging

import pytest
import samples

from toolkit import DefinitionError, Dispatcher, DuplicateToolError, Registry, Tool, ToolCall, schemas, tool
from toolkit.calling.switch import drive
from toolkit.tools.offering import offered_tool


def named(name: str, **options: object) -> Tool:
    """A tool of that name."""
    return Tool.declare(name, "", **options)


async def for_admins(context: object) -> bool:
    """An asynchronous predicate."""
    await asyncio.sleep(0)
    return context == "admin"


def test_disabled_tools_are_left_out():
    """The registry has them all the same."""
    registry = Registry([named("on"), named("off", enabled=False)])
    assert registry.offered().names() == ["on"]
    assert registry.names() == ["on", "off"]


def test_a_predicate_decides_by_the_context():
    """It gets the caller's own object, None without one."""
    registry = Registry([named("all"), named("some", enabled=lambda context: context == "admin")])
    assert registry.offered("admin").names() == ["all", "some"]
    assert registry.offered("guest").names() == ["all"]
    assert registry.offered().names() == ["all"]


async def test_a_predicate_may_be_async():
    """Also where the caller is not."""
    registry = Registry([named("some", enabled=for_admins)])
    assert registry.offered("admin").names() == ["some"]
    assert (await registry.aoffered("admin")).names() == ["some"]
    assert (await registry.aoffered("guest")).names() == []


def test_a_predicate_that_raises_hides_its_tool(caplog: pytest.LogCaptureFixture):
    """The others are there, and the log is told."""
    registry = Registry([named("all"), named("some", enabled=lambda context: context["role"] == "admin")])
    with caplog.at_level(logging.ERROR, "toolkit"):
        assert registry.offered().names() == ["all"]
    assert "the predicate `enabled` of some raised TypeError" in caplog.text


def test_tools_are_provided_for_one_call():
    """Whatever `add` takes, after those that are registered."""
    registry = Registry([samples.add])

    @registry.provide
    def extra(context: str | None):
        return [samples.divide, samples.multiply, samples.SEARCH] if context == "more" else None

    assert registry.offered("more").names() == ["add", "divide", "multiply", "search"]
    assert registry.offered().names() == ["add"]
    assert registry.names() == ["add"]
    assert extra("less") is None


async def test_a_provider_may_be_async():
    """Sync callers get its tools as well."""
    registry = Registry()

    @registry.provide
    async def extra(context: object):
        await asyncio.sleep(0)
        return samples.add

    assert (await registry.aoffered()).names() == ["add"]
    assert registry.offered().names() == ["add"]


def test_a_provided_tool_may_be_disabled():
    """As any other."""
    registry = Registry()
    registry.provide(lambda context: named("off", enabled=False))
    assert registry.offered().names() == []


def test_a_name_that_is_taken_is_refused():
    """By a registered tool or by another provided one; the same tool is no collision."""
    registry = Registry([samples.add], on_duplicate="replace")
    registry.provide(lambda context: samples.add)
    assert registry.offered().names() == ["add"]
    registry.provide(lambda context: named(context) if context else None)
    with pytest.raises(DuplicateToolError, match="add: defined twice, by samples:add and by a declaration"):
        registry.offered("add")
    registry.provide(lambda context: named("b"))
    with pytest.raises(DuplicateToolError, match="b: defined twice"):
        registry.offered("b")


def test_what_a_provider_raises_leaves_the_registry():
    """Its caller knows best."""
    registry = Registry()
    registry.provide(lambda context: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        registry.offered()


def test_what_is_no_tool_is_refused():
    """As in `add`."""
    registry = Registry()
    registry.provide(lambda context: "add")
    with pytest.raises(DefinitionError, match="str is no tool"):
        registry.offered()


def test_an_offer_is_one_state():
    """Later changes do not reach it, nor do its own reach the registry."""
    registry = Registry([samples.add])
    offer = registry.offered()
    registry.add(samples.divide)
    offer.add(samples.get_weather)
    assert (offer.names(), registry.names()) == (["add", "get_weather"], ["add", "divide"])
    assert registry.offered().names() == ["add", "divide"]


async def test_an_offer_that_depends_on_nothing_is_made_once():
    """Its tools and its snapshot are shared."""
    registry = Registry([samples.add, named("off", enabled=False)])
    assert registry.offered("a").snapshot is registry.offered("b").snapshot
    assert (await registry.aoffered()).snapshot is registry.offered().snapshot


def test_one_tool_is_looked_up_without_looking_at_the_others():
    """Only its own predicate is asked, unless tools are provided."""

    @tool(enabled=lambda context: pytest.fail("this tool was not asked for"))
    def other() -> str:
        """Another tool."""
        return ""

    registry = Registry([other, named("some", enabled=lambda context: context == "admin")])

    def found(name: str, context: object) -> Tool | None:
        return drive(lambda switch: offered_tool(registry.snapshot, name, context, switch))

    assert found("some", "admin") is registry["some"]
    assert found("some", "guest") is None
    assert found("none", "admin") is None
    registry.remove("other")
    registry.provide(lambda context: samples.add)
    assert found("add", None) is samples.add.__tool__


async def test_what_is_offered_to_somebody_is_declared_as_a_whole():
    """It is decided; a call asks each tool again."""
    registry = Registry([named("all"), Tool.from_function(samples.add, enabled=for_admins)])
    for shown in (registry.offered("admin"), await registry.aoffered("admin"), registry.offered("admin").copy()):
        assert [each["name"] for each in schemas(shown, "anthropic")] == shown.names() == ["all", "add"]
    dispatch = Dispatcher(registry.offered("admin")).dispatch
    arguments = {"a": 1}
    assert dispatch(ToolCall("add", arguments), context="admin").ok
    assert dispatch(ToolCall("add", arguments), context="guest").kind == "unknown_tool"
