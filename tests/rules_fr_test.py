#!/usr/bin/env python3
"""A catalogue of rules in French says what the English one says: the same clauses in the same order, with the same
marks, references, numbers and names of options, every one translated and none broken off.

    rules_fr_test.py [CONTENT]     the folder content/ of the project unless another is named
"""

import collections
import pathlib
import re
import sys

CLAUSE = re.compile(r"- \*\*([A-Z]+-[A-Z0-9]+-[0-9a-z]+)\*\* (.*)")
MARKS = re.compile(r"(?:\s*\(by ([^)]*)\))?(?:\s*\[([A-Z,]+)\])?$")
REFERENCE = re.compile(r"\b(?:[A-Z]{3}-)?[A-Z][A-Z0-9]+-\d+\b")
ENGLISH = set("the and is are was were when which that from with if not his her its their be has may must".split())
FRENCH = set("le la les l un une des de du d et est sont qui que qu ne n pas à au aux avec dans sur son sa ses".split())

Clause = collections.namedtuple("Clause", "id chapter definition text by sources")
Catalogue = collections.namedtuple("Catalogue", "clauses headings paragraphs broken")


def read(path):
    """The catalogue in a file. `broken` names the lines that are badly set."""
    blocks, headings, paragraphs, broken = [], [], collections.Counter(), []
    inside = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line != line.rstrip():
            broken.append(f"line {number} ends in white space")
        if not line:
            inside = None
        elif line.startswith("#"):
            headings.append(line.split()[0])
            inside = None
        elif start := CLAUSE.match(line):
            blocks.append([start[1], len(headings), start[2]])
            inside = "clause"
        elif inside == "clause" and line.startswith("  "):
            if re.match(r" +(\d+\.|[-+*]) ", line):
                broken.append(f"line {number} would begin a list")
            blocks[-1][2] += " " + line.strip()
        elif inside != "clause" and line[0] not in " -":
            paragraphs[len(headings)] += inside is None
            inside = "paragraph"
        else:
            broken.append(f"line {number} belongs to no clause")
    return Catalogue([clause(*block) for block in blocks], headings, paragraphs, broken)


def clause(name, chapter, text):
    definition = text.startswith("(definition) ")
    text = text.removeprefix("(definition) ")
    marks = MARKS.search(text)
    return Clause(name, chapter, definition, text[: marks.start()], " ".join((marks[1] or "").split()), marks[2])


def code(text):
    return sorted(re.findall(r"`[^`]*`", text))


def prose(text):
    return re.sub(r"`[^`]*`", "`", text)


def references(text):
    return sorted(REFERENCE.findall(prose(text)))


def numbers(text):
    """The numbers of a text, those of references left out; a thousand is 1,000 in English and 1 000 in French."""
    text = re.sub(r"\b(\d{1,3})[,\s](\d{3})\b", r"\1\2", REFERENCE.sub(" ", prose(text)))
    return sorted(re.findall(r"\d+", text), key=int)


def looks_english(text):
    words = re.findall(r"[a-zà-ÿ]+", prose(text).lower())
    return sum(word in ENGLISH for word in words) > sum(word in FRENCH for word in words)


def typing_faults(text):
    """What is wrong with the punctuation of a French text."""
    if text.count("`") % 2:
        yield "opens and closes ` unevenly"
    text = prose(text)
    if '"' in text or "“" in text or "”" in text:
        yield "has English quotation marks"
    if re.sub(r"[^«»]", "", text).replace("«»", ""):
        yield "opens and closes « » unevenly"
    if re.search(r"«\S|\S»", text):
        yield "lacks a space inside « »"
    if re.search(r"[^\s\d.!?][;:!?]|\d[;!?]|\d:(?!\d)", text):
        yield "lacks a space before ; : ! or ?"
    if re.search(r"\s[,.](?!\.)", text):
        yield "has a space before a comma or a full stop"
    if text.count("(") != text.count(")"):
        yield "opens and closes brackets unevenly"


def clause_faults(english, french):
    if english.definition != french.definition:
        yield "is a definition in one language only"
    if english.by != french.by:
        yield f"follows from ({french.by}) instead of ({english.by})"
    if english.sources != french.sources:
        yield f"has the mark [{french.sources}] instead of [{english.sources}]"
    if english.chapter != french.chapter:
        yield "stands under another heading"
    for what, parts in (("references", references), ("numbers", numbers), ("names", code)):
        if parts(english.text) != parts(french.text):
            yield f"has the {what} {parts(french.text)} instead of {parts(english.text)}"
    if english.text == french.text or looks_english(french.text):
        yield "is left in English"
    if not re.search(r"[.!?]( »)?$", french.text) or french.text.endswith(".."):
        yield "is broken off"
    if "’" in french.text and "'" in french.text:
        yield "mixes two kinds of apostrophes"
    yield from typing_faults(french.text)


def compare(english, french):
    """Each fault as one line, and the number of clauses without one."""
    faults = list(french.broken)
    if english.headings != french.headings:
        faults.append(f"{len(french.headings)} headings instead of {len(english.headings)}, or of other levels")
    if english.paragraphs != french.paragraphs:
        faults.append("the paragraphs outside the clauses are not the same in number")
    wanted, found = [c.id for c in english.clauses], [c.id for c in french.clauses]
    faults += [f"{name} is missing" for name in wanted if name not in found]
    faults += [f"{name} is not in the English catalogue" for name in found if name not in wanted]
    faults += [f"{name} occurs {n} times" for name, n in collections.Counter(found).items() if n > 1]
    if sorted(wanted) == sorted(found) and wanted != found:
        faults.append("the clauses come in another order")
    by_id = {c.id: c for c in french.clauses}
    passed = 0
    for one in english.clauses:
        if one.id in by_id:
            of_clause = [f"{one.id} {fault}" for fault in clause_faults(one, by_id[one.id])]
            faults += of_clause
            passed += not of_clause
    return passed, faults


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    content = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "content"
    files = sorted(content.glob("*/rules.fr.md"))
    if not files:
        sys.exit(f"no rules.fr.md under {content}")
    failed = False
    for file in files:
        passed, faults = compare(read(file.with_name("rules.md")), read(file))
        for fault in faults:
            print(f"{file.parent.name}: {fault}")
        print(f"{file.parent.name}: {passed} clauses passed, {len(faults)} faults")
        failed = failed or bool(faults)
    sys.exit(failed)


if __name__ == "__main__":
    main()
