"""The page in a real browser: what can be clicked, what it looks like, and that it asks nobody."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from heartbench.reporting.html import render_page

from .pages import hostile, lively, page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
TEXT = "</script><script>document.title='run'</script><img src=x onerror=\"document.title='run'\">\u202e"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs Chromium (Debian: the package chromium)")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page(lively(), lively(2, name="again")), "utf-8", errors="backslashreplace")
    return path


class Visit:
    """A page that was opened, with all it asked for and complained of."""

    def __init__(self, browser: Browser, path: Path, fragment: str = "", width: int = 1280) -> None:
        self.page: Page = browser.new_page(viewport={"width": width, "height": 800})
        self.asked: list[str] = []
        self.problems: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.address = path.as_uri()
        self.page.goto(self.address + fragment)
        self.page.wait_for_selector("html[data-ready]")

    def found(self) -> int:
        """How many questions the list shows."""
        return self.page.locator("#questions button").count()

    def close(self) -> None:
        self.page.close()
        assert {url.partition("#")[0] for url in self.asked} == {self.address}
        assert self.problems == []


@pytest.fixture
def visit(browser: Browser, written: Path) -> Iterator[Visit]:
    opened = Visit(browser, written)
    yield opened
    opened.close()


def test_filters_narrow_the_list(visit: Visit) -> None:
    assert visit.found() == 60
    visit.page.select_option("#f-difficulty", "hard")
    expect(visit.page.locator("#found")).to_have_text("30 of 60 questions")
    visit.page.select_option("#f-difficulty", "")
    visit.page.check("#f-veto")
    expect(visit.page.locator("#questions button")).to_have_count(1)
    visit.page.uncheck("#f-veto")
    visit.page.check("#f-flag")
    expect(visit.page.locator("#questions button")).to_have_count(1)
    visit.page.uncheck("#f-flag")
    visit.page.check("#f-failure")
    expect(visit.page.locator("#questions button")).to_have_count(2)
    visit.page.uncheck("#f-failure")
    visit.page.select_option("#f-ability", "humor")
    expect(visit.page.locator("#questions button")).to_have_count(20)
    visit.page.select_option("#f-scene", "职场心理")
    expect(visit.page.locator("#questions button")).to_have_count(4)


def test_questions_on_which_candidates_differ_come_largest_first(visit: Visit) -> None:
    visit.page.select_option("#f-spread", "50")
    expect(visit.page.locator("#questions button").first).to_be_visible()
    spreads = visit.page.locator("#questions button small:last-child").all_inner_texts()
    points = [int(text.rsplit(" ", 1)[1]) for text in spreads]
    assert points == sorted(points, reverse=True)
    assert points and points[-1] >= 50


def test_search_looks_into_answers_and_reasons(visit: Visit) -> None:
    visit.page.fill("#f-search", "FULL marks")
    expect(visit.page.locator("#questions button")).to_have_count(1)
    visit.page.fill("#f-search", "no such word")
    expect(visit.page.locator("#found")).to_have_text("No question matches.")


def test_a_question_shows_dialogue_answers_and_every_criterion(visit: Visit) -> None:
    visit.page.locator("#questions button", has_text="q2").first.click()
    shown = visit.page.locator("#question")
    expect(shown.locator(".turn")).to_have_count(1)
    expect(shown).to_contain_text("A: the person who talks; B: the listener.")
    assert visit.page.locator("th").count() == visit.page.locator("th[scope=col]").count() > 50
    expect(shown.locator("details")).to_have_count(5)
    for closed in shown.locator("summary").all():
        closed.click()
    expect(shown.locator("details[open]")).to_have_count(5)
    assert shown.locator("details").first.locator(".rubric tbody tr").count() == 6
    expect(shown.get_by_text("speaks to the judge").first).to_be_visible()
    expect(shown.get_by_text("reason 0").first).to_be_visible()
    assert visit.page.url.endswith("#q=q2")
    visit.page.get_by_role("button", name="Next").click()
    expect(shown.locator("h3")).to_contain_text("Question q3")
    visit.page.go_back()
    expect(shown.locator("h3")).to_contain_text("Question q2")


def test_folded_answers_say_what_the_filters_look_for(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "five.html"
    path.write_text(page(lively(5, 3)), "utf-8")
    for fragment, tags in (("q2", ["Flagged"]), ("q3", ["Failed"]), ("q6", ["Vetoed"]), ("q7", [])):
        opened = Visit(browser, path, f"#q={fragment}")
        expect(opened.page.locator("#question details:not([open])")).to_have_count(5)
        assert opened.page.locator("#question summary .tag").all_inner_texts() == tags
        opened.close()
    opened = Visit(browser, path, "#q=q3")
    opened.page.click("[data-set-lang=zh]")
    assert opened.page.locator("#question summary .tag").all_inner_texts() == ["失败"]
    opened.close()


def test_the_criteria_stay_while_the_candidates_are_scrolled(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "many.html"
    path.write_text(page(lively(14, 3)), "utf-8")
    opened = Visit(browser, path, "#q=q2", 390)
    table = opened.page.locator("#question .scroll").first
    name = table.locator("td.line").first
    before = name.bounding_box()
    assert before and before["width"] < 200
    table.evaluate("box => { box.scrollLeft = 1000; }")
    assert table.evaluate("box => box.scrollLeft") > 100
    assert name.bounding_box() == before
    opened.close()


def test_the_keyboard_stays_where_it_is(visit: Visit) -> None:
    focused = "document.activeElement.dataset.step || document.activeElement.id"
    visit.page.locator("#questions button").first.press("Enter")
    expect(visit.page.locator("#question h3")).to_contain_text("Question q0")
    assert visit.page.evaluate(focused) == "question"
    visit.page.get_by_role("button", name="Next").focus()
    for number in range(1, 31):
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator("#question h3")).to_contain_text(f"Question q{number} ")
        assert visit.page.evaluate(focused) == "next"
    expect(visit.page.locator("#questions [aria-current=true]")).to_be_in_viewport()
    visit.page.get_by_role("button", name="Previous").press("Enter")
    expect(visit.page.locator("#question h3")).to_contain_text("Question q29")
    assert visit.page.evaluate(focused) == "previous"


def test_the_step_at_the_end_of_the_list_hands_over(browser: Browser, written: Path) -> None:
    opened = Visit(browser, written, "#q=q58")
    opened.page.get_by_role("button", name="Next").press("Enter")
    expect(opened.page.locator("#question h3")).to_contain_text("Question q59")
    assert opened.page.evaluate("document.activeElement.dataset.step") == "previous"
    opened.close()


def test_the_language_is_switched_everywhere(visit: Visit) -> None:
    expect(visit.page.locator("#en-g1-leaderboard")).to_be_visible()
    visit.page.locator("#questions button").first.click()
    visit.page.click("[data-set-lang=zh]")
    expect(visit.page.locator("#zh-g1-leaderboard")).to_be_visible()
    expect(visit.page.locator("#en-g1-leaderboard")).to_be_hidden()
    expect(visit.page.locator("#found")).to_have_text("60 道题中的 60 道")
    expect(visit.page.locator("#question h3")).to_contain_text("题目 q0")
    assert visit.page.evaluate("document.documentElement.lang") == "zh-CN"


def test_a_link_opens_its_question(browser: Browser, written: Path) -> None:
    opened = Visit(browser, written, "#q=q17")
    expect(opened.page.locator("#question h3")).to_contain_text("Question q17")
    opened.close()
    nowhere = Visit(browser, written, "#q=no%20such&g=7")
    shown = nowhere.page.locator("#question")
    sentences = ["There is no question 'no such' here.", "Choose a question from the list."]
    expect(shown.locator("p")).to_have_text(sentences)
    nowhere.page.click("[data-set-lang=zh]")
    expect(shown.locator("p")).to_have_text(["这里没有题目「no such」。", "请在列表中选择一道题。"])
    nowhere.page.emulate_media(media="print")
    expect(nowhere.page.locator("#browser")).to_be_hidden()
    nowhere.page.emulate_media(media="screen")
    nowhere.page.evaluate("location.hash = '#q=q3'")
    expect(shown.locator("h3")).to_contain_text("q3")
    nowhere.close()


def test_on_paper_everything_is_open_and_nothing_is_to_be_clicked(browser: Browser, written: Path) -> None:
    opened = Visit(browser, written, "#q=q17")
    opened.page.evaluate("for (const item of document.querySelectorAll('details')) item.open = false")
    opened.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    opened.page.emulate_media(media="print")
    expect(opened.page.locator("#question details[open]")).to_have_count(5)
    for name in (".filters", ".contents", ".languages", ".list", ".steps"):
        expect(opened.page.locator(name).first).to_be_hidden()
    style = "(name) => getComputedStyle(document.querySelector(name)).breakInside"
    broken = {
        name: opened.page.evaluate(style, name) for name in (".table", ".table tr", "details", ".chart")
    }
    assert broken == {".table": "auto", ".table tr": "avoid", "details": "auto", ".chart": "avoid"}
    assert len(opened.page.pdf()) > 10_000
    opened.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(opened.page.locator("#question details[open]")).to_have_count(0)
    opened.close()


def test_fields_of_the_filters_stand_on_one_line(browser: Browser, written: Path) -> None:
    opened = Visit(browser, written, "", 1280)
    fields = opened.page.locator(".filters label:not(.tick):not([hidden]) :is(input, select)")
    places = [field.bounding_box() for field in fields.all()]
    assert len(places) >= 4 and len({(box["y"], box["height"]) for box in places if box}) == 1
    opened.close()


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_the_page_is_never_wider_than_the_screen(browser: Browser, written: Path, width: int) -> None:
    opened = Visit(browser, written, "#q=q2", width)
    for language in ("zh", "en"):
        opened.page.click(f"[data-set-lang={language}]")
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    opened.close()


def test_without_script_the_report_can_be_read(browser: Browser, written: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(written.as_uri())
    expect(opened.locator("#en-g1-leaderboard")).to_be_visible()
    expect(opened.locator("#zh-g1-leaderboard")).to_be_hidden()
    context.close()


def test_hostile_texts_are_shown_and_never_run(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(render_page([hostile(TEXT)], "en"), "utf-8")
    opened = Visit(browser, path)
    opened.page.locator("#questions button").last.click()
    expect(opened.page.locator("#question .turn")).to_contain_text("onerror=")
    expect(opened.page.locator("#question .turn")).to_contain_text("\\u202e")
    assert "HeartBench" in opened.page.title()
    assert opened.page.locator("img").count() == 0
    opened.close()


def test_another_judge_or_protocol_is_chosen_and_linked_to(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "two.html"
    other = lively(2, 2, "two")
    other.protocol = "official"
    path.write_text(page(lively(2, 3), other), "utf-8")
    opened = Visit(browser, path, "#q=q1&g=2")
    expect(opened.page.locator("#f-group")).to_have_value("1")
    needed = "(item) => [item.offsetWidth, item.parentElement.offsetWidth]"
    own, line = opened.page.locator("#f-group").evaluate(needed)
    assert 300 < own < line
    expect(opened.page.locator("#question h3")).to_contain_text("Question q1")
    opened.page.select_option("#f-group", "0")
    expect(opened.page.locator("#question")).to_have_text("Choose a question from the list.")
    expect(opened.page.locator("#found")).to_contain_text("of 18 questions")
    opened.page.locator("#questions button").first.click()
    assert opened.page.url.endswith("#q=q0")
    opened.close()
