"""Changed copies."""

from __future__ import annotations

import pytest
import samples

from toolkit import DefinitionError, IntegerType, Tool, ToolDescriptor, ToolParameterDescriptor, replace, schemas, tool


def test_a_changed_tool_is_another_tool():
    """Its schemas follow, the old one stays."""
    made = replace(samples.add, description="Sum.", name="plus")
    assert (made.name, made.description) == ("plus", "Sum.")
    assert schemas([made])[0]["function"]["description"] == "Sum."
    assert (samples.add.__tool__.name, samples.add.__tool__.description) == ("add", "Add two numbers.")
    assert made.invoke({"a": 1}) == 2


def test_options_that_shape_the_schema_are_read_anew():
    """The signature is read under the new options."""
    made = replace(samples.get_weather, exclude_from_schema={"unit"}, input_description="Ask for one city.")
    assert list(made.input_schema["properties"]) == ["city", "days"]
    assert made.input_schema["description"] == "Ask for one city."


def test_a_class_based_tool_can_be_changed():
    """Its options, or the declaration that its author wrote by hand."""

    class Fixed(Tool):
        descriptor = ToolDescriptor("fixed", "Fixed.", (ToolParameterDescriptor("x", "", IntegerType()),))

        def execute(self, x: int) -> int:
            return x

    assert replace(samples.Echo(), name="say").name == "say"
    made = replace(Fixed(), name="other", description="Other.")
    assert (made.descriptor.name, made.descriptor.description, made.invoke({"x": 2})) == ("other", "Other.", 2)


def test_a_changed_declaration_is_still_one():
    """A built-in tool of a provider stays built in."""
    assert replace(Tool.of(samples.SEARCH), description="Find.").description == "Find."
    hosted = replace(Tool.of({"type": "web_search"}), tags=("net",))
    assert schemas([hosted], provider="openai-responses") == [{"type": "web_search"}]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"descripton": "x"}, "no option 'descripton'; did you mean 'description'"),
        ({"input_schema": {}}, "no option 'input_schema'; here it is args_schema="),
        ({"failure_error_function": str}, "here it is on_tool_error= for ToolError alone"),
        ({"name": "no name"}, "'no name' is no name for a tool"),
        ({"retries": 2}, "retries of a tool that may not be called twice"),
        ({"bind": {"c": print}}, "bind names 'c', which is no parameter"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(changes: dict, error: str):
    """When the copy is made."""

    @tool
    def total(a: int) -> int:
        """Total."""
        return a

    with pytest.raises(DefinitionError, match=error):
        replace(total, **changes)


def test_descriptors_and_other_records_are_changed_alike():
    """A misspelt field is refused with the closest one."""
    descriptor = samples.add.__tool__.descriptor
    assert replace(descriptor, name="plus").name == "plus"
    assert replace(IntegerType(), constraints={"minimum": 1}).constraints == {"minimum": 1}
    with pytest.raises(DefinitionError, match="ToolDescriptor: no field 'nam'; did you mean 'name'"):
        replace(descriptor, nam="plus")
    with pytest.raises(DefinitionError, match="IntegerType: no field 'zzz'; the fields are description, constraints"):
        replace(IntegerType(), zzz=1)
