// One question: its dialogue, its criteria, and what every candidate answered and scored.

function detail(number) {
  const question = questions()[number];
  const place = [question.d && text(question.d), named("scene", question.p), named("scene", question.s)];
  const tags = place.filter(Boolean).map((name) => make("span", "tag", name));
  const link = make("a", "", text("permalink"));
  link.href = address(number);
  const parts = [
    steps(number),
    make("h3", "", [text("question") + " " + visible(question.id), ...tags, link]),
    make("h4", "", text("dialogue")),
    make("p", "foot", text("dialogue_roles")),
    ...question.t.map(turn),
    make("h4", "", text("criteria")),
    overview(number),
  ];
  return parts.concat(group().candidates.map((candidate, index) => answered(candidate, index, number)));
}

function steps(number) {
  const here = state.found.indexOf(number);
  const step = (key, to) => {
    const button = make("button", "", text(key));
    button.type = "button";
    button.dataset.step = key;
    button.disabled = to === undefined;
    button.addEventListener("click", () => go(to));
    return button;
  };
  const next = here < 0 ? state.found[0] : state.found[here + 1];
  return make("div", "steps", [step("previous", state.found[here - 1]), step("next", next)]);
}

const turn = ([role, said]) =>
  make("div", "turn " + (role === "A" || role === "B" ? role : ""), [make("b", "", role), said]);

const kindOf = ([ability]) => (ability ? named("ability", ability) : text("veto"));
const weightOf = (weight) => (weight === null ? "—" : (weight > 0 ? "+" : "−") + Math.abs(weight));
const MANY = 4;
const MARKS = { failure: "failed", flag: "flagged", veto: "vetoes_only" };

function headCell(content) {
  const cell = make("th", "", content);
  cell.scope = "col";
  return cell;
}

// Every criterion against every candidate: how many of its verdicts say hit.
function overview(number) {
  const question = questions()[number];
  const heads = group().candidates.map((item, index) => {
    const head = headCell([make("bdi", "", headOf(item, index))]);
    head.title = visible(item.label);
    return head;
  });
  const head = make("tr", "", [headCell(text("criteria")), headCell(text("weight")), ...heads]);
  const rows = question.c.map((criterion, line) => {
    const marks = group().candidates.map((candidate) => make("td", "", [hits(candidate, number, line, criterion)]));
    const name = make("td", "line", [line + 1 + ". " + kindOf(criterion), make("small", "", criterion[2])]);
    return make("tr", "", [name, make("td", "", weightOf(criterion[1])), ...marks]);
  });
  const total = group().candidates.map((candidate) => make("td", "", shown(scoreOf(candidate, number))));
  rows.push(make("tr", "", [make("td", "line", text("score")), make("td", ""), ...total]));
  return make("div", "scroll", [make("table", "overview", [make("thead", "", [head]), make("tbody", "", rows)])]);
}

// Many columns have numbers for heads; those stand in front of the names below.
const headOf = (candidate, index) => (group().candidates.length > MANY ? index + 1 : candidate.label);

function hits(candidate, number, line, criterion) {
  const own = cells(candidate, number).flatMap((cell) => cell.verdicts).filter((verdict) => verdict.h);
  if (!own.length) return make("span", "mark none", "—");
  const count = own.filter((verdict) => verdict.h[line] === "1").length;
  return mark(count > 0, criterion, own.length > 1 ? count + "/" + own.length : count ? "✓" : "·");
}

function mark(hit, [ability, weight], label) {
  const good = ability && weight > 0;
  const found = make("span", "mark " + (hit ? (good ? "good" : "bad") : "none"), label);
  found.title = text(hit ? "hit" : "miss");
  return found;
}

function answered(candidate, index, number) {
  const many = group().candidates.length > MANY;
  const found = make("details", "answer");
  found.open = !many;
  const points = make("span", "points", shown(scoreOf(candidate, number)));
  const name = [many ? index + 1 + ". " : "", make("bdi", "", candidate.label)];
  const tags = marks(candidate, number).map((mark) => make("span", "tag bad", text(MARKS[mark])));
  found.append(make("summary", "", [points, ...name, ...tags]));
  const own = cells(candidate, number);
  own.forEach((cell, sample) => {
    if (own.length > 1) found.append(make("h4", "", text("sample") + " " + sample));
    found.append(...answer(cell));
    cell.verdicts.forEach((verdict, repeat) => {
      if (cell.verdicts.length > 1) {
        found.append(make("h4", "", text("repeat") + " " + repeat + ": " + ("s" in verdict ? shown(verdict.s) : "—")));
      }
      if (!cell.answer.f) found.append(...judged(verdict, number));
    });
  });
  return found;
}

const failed = (item) => make("p", "", [make("span", "tag bad", text("failed") + ": " + named("kind", item.f)), " ", item.m]);

function answer(cell) {
  if (cell.answer.f) return [failed(cell.answer)];
  if (cell.answer.a === undefined) return [make("p", "", text("owed"))];
  const flags = (cell.answer.g || []).map((flag) => make("span", "tag bad", named("flag", flag)));
  return [make("div", "said", cell.answer.a), ...flags];
}

function judged(verdict, number) {
  const parts = [];
  if (verdict.v) parts.push(make("span", "tag bad", text("vetoed")));
  if (verdict.f) return parts.concat(failed(verdict));
  if (!verdict.h) return parts.concat(make("p", "", text("owed")));
  const titles = ["ability", "weight", "question_criterion", "verdict", "reason"];
  const head = make("tr", "", titles.map((key) => headCell(text(key))));
  const rows = questions()[number].c.map((criterion, line) => {
    const hit = verdict.h[line] === "1";
    const label = text(hit ? "hit" : "miss");
    return make("tr", "", [
      make("td", "", kindOf(criterion)),
      make("td", "", weightOf(criterion[1])),
      make("td", "said-cell", criterion[2]),
      make("td", "", [mark(hit, criterion, label)]),
      make("td", "said-cell", verdict.r[line] || ""),
    ]);
  });
  return parts.concat(make("table", "rubric", [make("thead", "", [head]), make("tbody", "", rows)]));
}
