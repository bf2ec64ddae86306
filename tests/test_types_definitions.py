"""Named types of one descriptor."""

from __future__ import annotations

from toolkit.descriptor import (
    AnyOfType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ReferenceType,
    StringType,
    ToolParameterDescriptor,
    TupleType,
)
from toolkit.types.definitions import Definitions, renamed_references, settled

TEXT = StringType()


def holding(**types):
    """An object with these members."""
    return ObjectType(tuple(ToolParameterDescriptor(name, "", type_) for name, type_ in types.items()))


def test_a_type_is_built_once():
    """Its name refers to it from then on."""
    definitions, built = Definitions(), []
    build = lambda name: built.append(name) or TEXT  # noqa: E731
    assert [definitions.named(str, "Text", build), definitions.named(str, "Text", build)] == [ReferenceType("Text")] * 2
    assert (built, definitions.types) == (["Text"], {"Text": TEXT})


def test_two_types_of_one_name_get_a_number():
    """And what no JSON pointer likes in a name becomes a line."""
    definitions = Definitions()
    names = [definitions.named(key, "A b", lambda _: TEXT).name for key in (1, 2, 3)]
    assert names == ["A_b", "A_b_2", "A_b_3"]
    assert Definitions().free_name("") == "type"


def test_a_type_that_contains_itself_becomes_a_definition():
    """Any other stays in place."""
    definitions = Definitions()
    assert definitions.if_needed(1, "Plain", lambda: TEXT) == TEXT
    tree = definitions.if_needed(2, "Tree", lambda: ListType(definitions.if_needed(2, "Tree", lambda: TEXT)))
    assert (tree, definitions.types) == (ReferenceType("Tree"), {"Tree": ListType(ReferenceType("Tree"))})
    assert definitions.free_name("Plain") == "Plain"


def test_a_type_used_once_is_put_in_place():
    """With the description and constraints that stand at its reference."""
    types = {"A": holding(a=TEXT), "B": TEXT}
    root = ListType(ReferenceType("A", description="here", constraints={"x": 1}))
    roots, kept = settled([root], types)
    assert roots == [ListType(ObjectType(types["A"].properties, description="here", constraints={"x": 1}))]
    assert kept == {}


def test_a_definition_that_is_a_reference_has_its_type_put_in_place():
    """Where it is used once and is left out itself, and where it is used twice and stays."""
    types = {"Root": ReferenceType("Inner", description="here"), "Inner": TEXT}
    assert settled([ListType(ReferenceType("Root"))], types) == ([ListType(StringType(description="here"))], {})
    pair = TupleType((ReferenceType("Root"), ReferenceType("Root")))
    assert settled([pair], types) == ([pair], {"Root": StringType(description="here")})


def test_a_type_used_twice_or_by_itself_stays_a_definition():
    """In the order in which they were met."""
    types = {
        "Once": holding(twice=ReferenceType("Twice")),
        "Twice": holding(a=TEXT),
        "Self": ListType(ReferenceType("Self")),
    }
    roots = [TupleType((ReferenceType("Once"), ReferenceType("Twice")), ReferenceType("Self"))]
    settled_roots, kept = settled(roots, types)
    assert settled_roots == [TupleType((types["Once"], ReferenceType("Twice")), ReferenceType("Self"))]
    assert list(kept) == ["Twice", "Self"]


def test_types_that_contain_each_other_stay_definitions():
    """Putting one of them in place would never end."""
    types = {"A": ListType(ReferenceType("B")), "B": ListType(ReferenceType("A")), "C": ListType(ReferenceType("A"))}
    roots, kept = settled([ReferenceType("C")], types)
    assert (roots, list(kept)) == ([ListType(ReferenceType("A"))], ["A", "B"])


def test_definitions_of_one_name_that_say_the_same_are_one():
    """Even where they refer to each other in a circle."""
    types = {
        "Node": holding(inner=ListType(ReferenceType("Node"))),
        "Node_2": holding(inner=ListType(ReferenceType("Node_2"))),
        "Node_3": holding(inner=ListType(ReferenceType("Leaf"))),
        "Leaf": holding(a=TEXT),
        "Leaf_2": holding(a=IntegerType()),
    }
    roots = [AnyOfType(tuple(ReferenceType(name) for name in types for _ in range(2)))]
    _, kept = settled(roots, types)
    assert list(kept) == ["Node", "Node_3", "Leaf", "Leaf_2"]


def test_a_foreign_root_brings_its_definitions():
    """Under new names where theirs are taken; a root that refers to itself gets the name it stands under."""
    definitions = Definitions()
    definitions.named(1, "A", lambda _: TEXT)
    root = definitions.adopt({"A": holding(b=ReferenceType("B")), "B": TEXT}, ListType(ReferenceType("A")))
    assert (root, definitions.types["A_2"]) == (ListType(ReferenceType("A_2")), holding(b=ReferenceType("B")))
    tree = {"Tree": holding(inner=ReferenceType("Tree"))}
    own = definitions.named(2, "Tree", lambda name: definitions.adopt(tree, ReferenceType("Tree"), name))
    assert (own.name, definitions.types["Tree"]) == ("Tree", tree["Tree"])


def test_references_are_renamed_everywhere():
    """Inside every kind of type, and in keywords that stayed as they were."""
    names = {"A": "B"}
    types = [ReferenceType("A"), ListType(ReferenceType("A")), AnyOfType((ReferenceType("A"), NullType()))]
    assert [renamed_references(each, names) for each in types] == [
        ReferenceType("B"),
        ListType(ReferenceType("B")),
        AnyOfType((ReferenceType("B"), NullType())),
    ]
    assert renamed_references(types[0], {}) is types[0]
    foreign = StringType(constraints={"not": {"$ref": "#/$defs/A"}})
    assert renamed_references(foreign, names).constraints["not"] == {"$ref": "#/$defs/B"}
    (member,) = renamed_references(holding(text=StringType(constraints=foreign.constraints)), names).properties
    assert member.type.constraints["not"] == {"$ref": "#/$defs/B"}
