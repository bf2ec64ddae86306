"""Live views: registries that show another one's tools."""

from __future__ import annotations

import threading

import pytest
import samples

from toolkit import DefinitionError, DuplicateToolError, HostError, Registry, Tool


def named(name: str, **options: object) -> Tool:
    """A tool of that name."""
    return Tool.declare(name, "", **options)


def test_a_prefix_stands_before_every_name():
    """The tools do what they did; the source is untouched."""
    registry = Registry([samples.add, samples.get_weather])
    shown = registry.prefixed("geo_")
    assert shown.names() == ["geo_add", "geo_get_weather"]
    assert shown["geo_add"].invoke({"a": 1}) == 2
    assert registry.names() == ["add", "get_weather"]


def test_some_tools_have_other_names():
    """Also each other's."""
    shown = Registry([samples.add, samples.divide]).renamed({"add": "divide", "divide": "add"})
    assert shown.names() == ["divide", "add"]
    assert shown["divide"].invoke({"a": 2}) == 3


def test_only_what_is_there_is_renamed():
    """A misspelt name is refused, with the closest one."""
    with pytest.raises(DefinitionError, match="no tool 'ad' to rename; did you mean 'add'"):
        Registry([samples.add]).renamed({"ad": "plus"})
    with pytest.raises(DefinitionError, match="no tool 'xyz' to rename; give"):
        Registry([samples.add]).renamed({"xyz": "plus"})


def test_a_view_has_each_name_once():
    """A new name that is taken is refused."""
    with pytest.raises(DuplicateToolError):
        Registry([samples.add, samples.divide]).renamed({"add": "divide"})


def test_a_name_that_is_none_is_refused():
    """When the view is made."""
    with pytest.raises(DefinitionError, match="'geo add' is no name for a tool"):
        Registry([samples.add]).prefixed("geo ")


def test_tools_are_left_out():
    """By a function, by a tag, by a pattern of names."""
    registry = Registry([samples.add, samples.divide, samples.get_weather])
    assert registry.filtered(lambda each: each.read_only).names() == ["add"]
    assert registry.filtered(tags="math").names() == ["add", "divide"]
    assert registry.filtered(name="*_weather").names() == ["get_weather"]
    assert registry.filtered(tags=("math",), where=lambda each: each.name != "add").names() == ["divide"]


def test_a_view_follows_its_source():
    """What is added, removed and replaced there."""
    registry = Registry([samples.add])
    shown = registry.filtered(tags="math").prefixed("m_")
    registry.add([samples.divide, samples.get_weather])
    assert shown.names() == ["m_add", "m_divide"]
    registry.replace(named("add", tags=("math",)))
    assert list(shown["m_add"].input_schema["properties"]) == []
    registry.clear()
    assert len(shown) == 0


def test_a_view_keeps_its_tools_while_the_source_does():
    """The same objects, whatever else changes there."""
    registry = Registry([samples.add])
    shown = registry.prefixed("m_")
    first = shown["m_add"]
    registry.add(samples.divide)
    assert shown["m_add"] is first


def test_a_later_name_that_is_taken_is_refused_when_the_view_is_read():
    """The source itself takes it."""
    registry = Registry([samples.add])
    shown = registry.renamed({"add": "divide"})
    registry.add(samples.divide)
    with pytest.raises(DuplicateToolError, match="divide: defined twice"):
        shown.names()


@pytest.mark.parametrize(
    "change",
    [
        lambda shown: shown.add(samples.divide),
        lambda shown: shown.remove("m_add"),
        lambda shown: shown.clear(),
        lambda shown: shown.provide(lambda context: None),
    ],
)
def test_a_view_is_changed_in_its_source(change):
    """Or in a copy."""
    with pytest.raises(HostError, match=r"a view cannot be changed; change the registry that it shows, or copy\(\)"):
        change(Registry([samples.add]).prefixed("m_"))


def test_a_copy_of_a_view_is_detached():
    """It stays as it is, and can be changed."""
    registry = Registry([samples.add])
    copied = registry.prefixed("m_").copy()
    registry.add(samples.divide)
    copied.add(samples.get_weather)
    assert copied.names() == ["m_add", "get_weather"]


def test_a_view_tells_the_changes_of_its_source():
    """And hands itself over."""
    registry = Registry()
    seen: list[list[str]] = []
    end = registry.prefixed("m_").on_change(lambda shown: seen.append(shown.names()))
    registry.add(samples.add)
    end()
    registry.add(samples.divide)
    assert seen == [["m_add"]]


def test_provided_tools_are_shown_as_well():
    """Under other names, or not at all."""
    registry = Registry([samples.add])
    registry.provide(lambda context: [samples.divide, named("secret")])
    shown = registry.filtered(lambda each: each.name != "secret").prefixed("m_")
    assert shown.offered().names() == ["m_add", "m_divide"]


def test_views_add_up():
    """One registry of several sources, without their names meeting."""
    both = Registry([samples.add]).prefixed("a_") + Registry([samples.add]).prefixed("b_")
    assert both.names() == ["a_add", "b_add"]


def test_threads_see_the_same_tools_in_a_view():
    """However many read it first."""
    shown = Registry([samples.add, samples.divide]).prefixed("m_")
    seen: list[tuple[Tool, ...]] = []
    start = threading.Barrier(8)

    def read() -> None:
        start.wait()
        seen.append(tuple(shown))

    threads = [threading.Thread(target=read) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert all(each[0] is seen[0][0] for each in seen)
