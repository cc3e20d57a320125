"""Each command answers word for word as the model was taught (contracts.md, 3)."""

import pytest

NOTE = "/memories/notes.md"


def test_the_root_is_there_from_the_first(tool):
    assert tool("view", path="/memories") == (
        "Here're the files and directories up to 2 levels deep in /memories, excluding "
        "hidden items and node_modules:\n0B\t/memories"
    )


def test_a_file_is_made_and_shown_with_numbers(tool):
    made = tool("create", path=NOTE, file_text="Likes tea.\nNo sugar.\n")
    assert made == "File created successfully at: /memories/notes.md"
    assert tool("view", path=NOTE) == (
        "Here's the content of /memories/notes.md with line numbers:\n"
        "     1\tLikes tea.\n     2\tNo sugar."
    )
    taken = tool("create", path=NOTE, file_text="x")
    assert taken == "! Error: File /memories/notes.md already exists"


def test_some_lines_are_shown(tool):
    tool("create", path=NOTE, file_text="a\nb\nc\nd")
    head = "Here's the content of /memories/notes.md with line numbers:\n"
    shown = tool("view", path=NOTE, view_range=[2, 3])
    assert shown == f"{head}     2\tb\n     3\tc"
    assert tool("view", path=NOTE, view_range=[3, -1]) == f"{head}     3\tc\n     4\td"
    assert tool("view", path=NOTE, view_range=[9, 10]) == (
        "! Error: Invalid `view_range` parameter: [9, 10]. It should be within the range "
        "of lines of the file: [1, 4]"
    )


def test_a_folder_shows_two_levels_with_sizes(tool):
    tool("create", path="/memories/a.md", file_text="x" * 1536)
    tool("create", path="/memories/trip/plan.md", file_text="y" * 4096)
    tool("create", path="/memories/trip/deep/er.md", file_text="z")
    tool("create", path="/memories/.hidden/x", file_text="z")
    tool("create", path="/memories/node_modules/x", file_text="z")
    assert tool("view", path="/memories").splitlines()[1:] == [
        "5.5K\t/memories",
        "1.5K\t/memories/a.md",
        "4.0K\t/memories/trip",
        "1B\t/memories/trip/deep",
        "4.0K\t/memories/trip/plan.md",
    ]
    assert tool("view", path="/memories/trip/").splitlines()[1:] == [
        "4.0K\t/memories/trip",
        "1B\t/memories/trip/deep",
        "1B\t/memories/trip/deep/er.md",
        "4.0K\t/memories/trip/plan.md",
    ]


def test_a_missing_path_is_said_as_each_command_says_it(tool):
    gone = "/memories/gone.md"
    please = "Please provide a valid path."
    assert tool("view", path=gone) == f"! The path {gone} does not exist. {please}"
    assert tool("str_replace", path=gone, old_str="a", new_str="b") == (
        f"! Error: The path {gone} does not exist. {please}"
    )
    missing = f"! Error: The path {gone} does not exist"
    assert tool("insert", path=gone, insert_line=0, insert_text="x") == missing
    assert tool("delete", path=gone) == missing
    assert tool("rename", old_path=gone, new_path="/memories/b.md") == missing


def test_one_place_is_replaced_and_shown(tool):
    tool("create", path=NOTE, file_text="Likes tea.\nNo sugar.\n")
    done = tool("str_replace", path=NOTE, old_str="tea", new_str="green tea")
    assert done == (
        "The memory file has been edited.\n     1\tLikes green tea.\n     2\tNo sugar."
    )


def test_no_match_and_several_are_refused(tool):
    tool("create", path=NOTE, file_text="tea\nmilk\ntea\n")
    assert tool("str_replace", path=NOTE, old_str="rum", new_str="x") == (
        "! No replacement was performed, old_str `rum` did not appear verbatim in "
        "/memories/notes.md."
    )
    assert tool("str_replace", path=NOTE, old_str="tea", new_str="x") == (
        "! No replacement was performed. Multiple occurrences of old_str `tea` in lines: "
        "{1, 3}. Please ensure it is unique"
    )


def test_lines_are_put_in_and_the_file_ends_in_a_newline(tool):
    tool("create", path=NOTE, file_text="b")
    edited = "The file /memories/notes.md has been edited."
    assert tool("insert", path=NOTE, insert_line=0, insert_text="a") == edited
    assert tool("insert", path=NOTE, insert_line=2, insert_text="c\n") == edited
    shown = tool("view", path=NOTE).splitlines()[1:]
    assert shown == ["     1\ta", "     2\tb", "     3\tc"]
    assert tool("insert", path=NOTE, insert_line=4, insert_text="x") == (
        "! Error: Invalid `insert_line` parameter: 4. It should be within the range of "
        "lines of the file: [0, 3]"
    )


def test_a_folder_moves_and_goes_with_all_in_it(tool, answered):
    tool("create", path="/memories/trip/a.md", file_text="a")
    tool("create", path="/memories/trip/b/c.md", file_text="c")
    tool("create", path="/memories/tripod.md", file_text="t")
    moved = tool("rename", old_path="/memories/trip", new_path="/memories/old/trip")
    assert moved == "Successfully renamed /memories/trip to /memories/old/trip"
    listed = tool("view", path="/memories/old/trip")
    assert "/memories/old/trip/b/c.md" in listed
    gone = answered("delete", path="/memories/old").json()
    assert gone["content"] == "Successfully deleted /memories/old"
    assert gone["erasure"]
    assert tool("view", path="/memories").splitlines()[1:] == [
        "1B\t/memories",
        "1B\t/memories/tripod.md",
    ]


def test_a_taken_destination_and_the_root_are_refused(tool):
    tool("create", path="/memories/a.md", file_text="a")
    tool("create", path="/memories/b.md", file_text="b")
    taken = tool("rename", old_path="/memories/a.md", new_path="/memories/b.md")
    assert taken == "! Error: The destination /memories/b.md already exists"
    root = "! Cannot {} the /memories directory itself"
    assert tool("delete", path="/memories") == root.format("delete")
    assert tool("rename", old_path="/memories", new_path="/memories/x") == (
        root.format("rename")
    )


def test_a_folder_does_not_go_into_itself_and_a_file_is_no_folder(tool):
    tool("create", path="/memories/a/b.md", file_text="b")
    into = tool("rename", old_path="/memories/a", new_path="/memories/a/c")
    assert into == "! Error: The directory /memories/a cannot be put into itself"
    as_folder = tool("create", path="/memories/a/b.md/c", file_text="c")
    assert as_folder == "! Error: /memories/a/b.md is a file and no directory"
    over = tool("create", path="/memories/a", file_text="c")
    assert over == "! Error: File /memories/a already exists"
    assert tool("view", path="/memories/a/b.md/").startswith("Here's the content")


WRONG = [
    "",
    "/",
    "memories/a.md",
    "/etc/passwd",
    "/memoriesX/a.md",
    "/memories/../a.md",
    "/memories/a/../../b",
    "/memories/./a.md",
    "/memories//a.md",
    "/memories/..\\a",
    "/memories\\..\\a",
    "/memories/%2e%2e%2fa",
    "/memories/%2e%2e/a",
    "/memories/%252e%252e%252fa",
    "/memories/%25252525252e%2e/a",
    "/memories/..%00/a",
    "/memories/a\x07b",
    "/memories/a\nb",
    "/memories/\u202egnp.exe",
    "/memories/%ef%bc%8e%ef%bc%8e/a",
    "/memories/ /a",
    "/memories/" + "a/" * 20 + "b",
    "/memories/" + "ü" * 510,
]


@pytest.mark.parametrize("path", WRONG, ids=range(len(WRONG)))
def test_a_path_that_leads_elsewhere_is_an_error_result(tool, path):
    for command, fields in {
        "view": {"path": path},
        "create": {"path": path, "file_text": "x"},
        "delete": {"path": path},
        "rename": {"old_path": "/memories/a.md", "new_path": path},
    }.items():
        assert tool(command, **fields).startswith("! "), command


def test_a_nul_in_a_path_is_no_valid_request(answered):
    assert answered("view", path="/memories/a\0b").status_code == 400


def test_a_plain_path_of_any_script_is_a_name(tool):
    for path in ["/memories/100%25.md", "/memories/дом/чай.md", "/memories/a…b 🐝.md"]:
        assert tool("create", path=path, file_text="x").startswith("File created")
        assert tool("view", path=path).endswith("     1\tx")


def test_one_name_is_one_file_however_its_accents_are_spelt(tool):
    tool("create", path="/memories/cafe\u0301.md", file_text="x")
    assert tool("create", path="/memories/café.md", file_text="y").startswith("! Error")


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("create", {"path": "/memories/a"}),
        ("create", {"path": "/memories/a", "file_text": 5}),
        ("view", {"path": "/memories", "file_text": "x"}),
        ("view", {"path": "/memories", "view_range": [1]}),
        ("rename", {"old_path": "/memories/a"}),
        ("insert", {"path": "/memories/a", "insert_line": "1", "insert_text": "x"}),
        ("drop", {"path": "/memories"}),
    ],
)
def test_what_is_no_command_is_refused_by_its_fields(answered, command, fields):
    answer = answered(command, **fields)
    assert answer.status_code == 400
    assert answer.json()["errors"]
