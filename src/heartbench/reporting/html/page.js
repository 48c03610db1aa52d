const data = JSON.parse(document.getElementById("data").textContent);
const root = document.documentElement;
const at = (id) => document.getElementById(id);
const PAGE = 300;
const state = { language: data.language, group: 0, shown: PAGE, question: -1, found: [], missing: null };
const derived = new Map();

const words = () => data.words[state.language];
const text = (key, fields) => {
  const found = words().text[key] || key;
  return fields ? found.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? fields[name] : whole)) : found;
};
const named = (kind, id) => words()[kind][id] || id;
const group = () => data.groups[state.group];
const questions = () => data.sets[group().set];

// Nobody may hide a text or turn it round: what cannot be seen is written out.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const visible = (value) =>
  String(value).replace(HIDDEN, (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"));

// Every text of users goes in as text, never as markup.
function make(tag, name, content) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const part of [].concat(content === undefined ? [] : content)) {
    element.append(part instanceof Node ? part : document.createTextNode(visible(part)));
  }
  return element;
}

// One answer of a candidate: its samples, and the verdicts on each.
function cells(candidate, number) {
  const samples = data.answers[candidate.run][candidate.no][number];
  return samples.map((answer, sample) => ({ answer, verdicts: (candidate.v[number] || [])[sample] || [] }));
}

function scoreOf(candidate, number) {
  const scores = (cell) => cell.verdicts.filter((verdict) => "s" in verdict).map((verdict) => verdict.s);
  return mean(cells(candidate, number).map((cell) => mean(scores(cell))).filter((value) => value !== null));
}

const mean = (values) => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : null);
const shown = (value) => (value === null ? "—" : value.toFixed(1));

// What filters ask of a question, worked out once.
function facts(number) {
  const key = state.group + "/" + number;
  if (!derived.has(key)) derived.set(key, derive(number));
  return derived.get(key);
}

function derive(number) {
  const question = questions()[number];
  const scores = [];
  const found = { veto: false, failure: false, flag: false, spread: null, abilities: new Set() };
  for (const criterion of question.c) found.abilities.add(criterion[0]);
  for (const candidate of group().candidates) {
    const score = scoreOf(candidate, number);
    if (score !== null) scores.push(score);
    for (const mark of marks(candidate, number)) found[mark] = true;
  }
  if (scores.length > 1) found.spread = Math.max(...scores) - Math.min(...scores);
  return found;
}

// What the answers of a candidate to a question are marked with, in the order in which it is shown.
function marks(candidate, number) {
  const own = cells(candidate, number);
  const verdicts = own.flatMap((cell) => cell.verdicts);
  const found = {
    failure: own.some((cell) => cell.answer.f) || verdicts.some((verdict) => verdict.f),
    flag: own.some((cell) => cell.answer.g),
    veto: verdicts.some((verdict) => verdict.v),
  };
  return Object.keys(found).filter((mark) => found[mark]);
}

function haystack(number) {
  const found = facts(number);
  if (found.text === undefined) {
    const question = questions()[number];
    const parts = [question.id, ...question.t.map((turn) => turn[1]), ...question.c.map((line) => line[2])];
    for (const candidate of group().candidates) {
      for (const cell of cells(candidate, number)) {
        parts.push(cell.answer.a || "");
        for (const verdict of cell.verdicts) parts.push(...(verdict.r || []));
      }
    }
    found.text = parts.join("\n").toLowerCase();
  }
  return found.text;
}

function matches(number, wanted) {
  const question = questions()[number];
  if (wanted.difficulty && (question.d || "-") !== wanted.difficulty) return false;
  if (wanted.scene && question.p !== wanted.scene && question.s !== wanted.scene) return false;
  const found = facts(number);
  if (wanted.ability && !found.abilities.has(wanted.ability)) return false;
  if (wanted.spread && (found.spread === null || found.spread < wanted.spread)) return false;
  if (wanted.veto && !found.veto) return false;
  if (wanted.failure && !found.failure) return false;
  if (wanted.flag && !found.flag) return false;
  return wanted.terms.every((term) => haystack(number).includes(term));
}

function filter() {
  const wanted = {
    terms: at("f-search").value.toLowerCase().split(/\s+/).filter(Boolean),
    scene: at("f-scene").value,
    ability: at("f-ability").value,
    difficulty: at("f-difficulty").value,
    spread: Number(at("f-spread").value),
    veto: at("f-veto").checked,
    failure: at("f-failure").checked,
    flag: at("f-flag").checked,
  };
  state.found = questions().map((_, number) => number).filter((number) => matches(number, wanted));
  if (wanted.spread) state.found.sort((a, b) => facts(b).spread - facts(a).spread);
  state.shown = PAGE;
  list();
}

function list() {
  const count = { found: state.found.length, all: questions().length };
  at("found").textContent = text(count.found ? "questions_found" : "none_found", count);
  at("questions").replaceChildren(...state.found.slice(0, state.shown).map(listed));
  at("more").hidden = state.found.length <= state.shown;
}

function listed(number) {
  const question = questions()[number];
  const button = make("button", "", question.id);
  button.type = "button";
  button.dataset.number = number;
  const first = question.t.length ? question.t[question.t.length - 1][1] : "";
  button.append(make("small", "", first.slice(0, 80)));
  const spread = facts(number).spread;
  if (spread !== null) button.append(make("small", "", text("spread") + " " + spread.toFixed(0)));
  button.setAttribute("aria-current", String(number === state.question));
  return make("li", "", [button]);
}

function open(number) {
  state.question = number;
  for (const button of at("questions").querySelectorAll("button")) {
    const current = Number(button.dataset.number) === number;
    button.setAttribute("aria-current", String(current));
    if (current) within(button, document.querySelector(".list"));
  }
  const step = at("question").contains(document.activeElement) && document.activeElement.dataset.step;
  at("question").replaceChildren(...(number < 0 ? hints() : detail(number)));
  if (step) refocus(step);
}

// What stands in the place of a question: that the one of a link is not here, or what to do.
function hints() {
  const missing = state.missing === null ? [] : [text("no_such_question", { id: state.missing })];
  return [...missing, text("choose")].map((line) => make("p", "hint", line));
}

// Scrolls the list alone, and only as far as it has to, into what the window shows of it.
function within(item, box) {
  const [own, outer] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
  const top = outer.top + at("found").offsetHeight;
  const seen = Math.min(outer.bottom, innerHeight);
  const bottom = seen - top > own.height ? seen : outer.bottom;
  if (own.top < top) box.scrollTop -= top - own.top;
  else if (own.bottom > bottom) box.scrollTop += own.bottom - bottom;
}

// The buttons are made anew with each question: who stepped with one stands on the same again.
function refocus(step) {
  const buttons = [...at("question").querySelectorAll("[data-step]")];
  const same = buttons.find((button) => button.dataset.step === step && !button.disabled);
  (same || buttons.find((button) => !button.disabled) || at("question")).focus({ preventScroll: true });
}

const address = (number) =>
  "#q=" + encodeURIComponent(questions()[number].id) + (state.group ? "&g=" + (state.group + 1) : "");

function go(number) {
  const to = address(number);
  if (location.hash === to) follow(false);
  else location.hash = to;
}

// A link to one question: #q=ID, with &g=N for the N-th group.
function follow(scroll) {
  const match = /^#q=([^&]*)(?:&g=(\d+))?$/.exec(location.hash);
  if (!match) return;
  let id = match[1];
  try {
    id = decodeURIComponent(id);
  } catch {
    // A lone percent sign: the id as it is written.
  }
  const wanted = Number(match[2] || 1) - 1;
  const order = data.groups.map((_, index) => index).sort((a, b) => (b === wanted) - (a === wanted));
  const place = order.find((index) => data.sets[data.groups[index].set].some((item) => item.id === id));
  state.missing = place === undefined ? id : null;
  if (place === undefined) {
    open(-1);
    return at("question").scrollIntoView();
  }
  if (place !== state.group) choose(place);
  const number = questions().findIndex((item) => item.id === id);
  open(number);
  if (state.entering) at("question").focus({ preventScroll: true });
  state.entering = false;
  if (scroll || innerWidth < 960) at("question").scrollIntoView();
}

function options(id, pairs) {
  const select = at(id);
  const before = select.value;
  select.replaceChildren(
    ...pairs.map(([value, label, level]) => {
      const option = make("option", "", (level ? "\u3000" : "") + label);
      option.value = value;
      return option;
    }),
  );
  select.value = pairs.some(([value]) => String(value) === before) ? before : pairs[0][0];
}

function fill() {
  const scenes = new Map();
  const abilities = new Set();
  const difficulties = new Set();
  for (const question of questions()) {
    if (!scenes.has(question.p)) scenes.set(question.p, new Set());
    scenes.get(question.p).add(question.s);
    question.c.forEach(([ability]) => abilities.add(ability));
    difficulties.add(question.d || "-");
  }
  const places = [...scenes].flatMap(([primary, own]) => [
    [primary, named("scene", primary), 0],
    ...[...own].map((scene) => [scene, named("scene", scene), 1]),
  ]);
  const all = Object.keys(words().ability).filter((ability) => abilities.has(ability));
  const levels = ["hard", "normal", "-"].filter((level) => difficulties.has(level));
  options("f-scene", [["", text("all_scenes")], ...places.filter(([id]) => id)]);
  options("f-ability", [["", text("all_abilities")], ...all.map((id) => [id, named("ability", id)])]);
  const level = (id) => text(id === "-" ? "not_stated" : id);
  options("f-difficulty", [["", text("all_difficulties")], ...levels.map((id) => [id, level(id)])]);
  const spreads = [10, 25, 50].map((points) => [points, text("disagreement_of", { points })]);
  options("f-spread", [["0", text("any_disagreement")], ...spreads]);
  at("f-spread").parentElement.hidden = group().candidates.length < 2;
}

function choose(index) {
  state.missing = null;
  state.group = index;
  open(-1);
  at("f-group").value = String(index);
  fill();
  filter();
}

function speak(language) {
  state.language = language;
  root.dataset.lang = language;
  root.lang = language === "zh" ? "zh-CN" : "en";
  for (const button of document.querySelectorAll("[data-set-lang]")) {
    button.setAttribute("aria-pressed", String(button.dataset.setLang === language));
  }
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  if (!data.groups.length) return;
  const named = data.groups.map((item, index) => [index, [item.judge || "—", ...item.what].join(" · ")]);
  options("f-group", named);
  at("f-group").parentElement.hidden = data.groups.length < 2;
  at("f-group").value = String(state.group);
  fill();
  filter();
  open(state.question);
}

for (const button of document.querySelectorAll("[data-set-lang]")) {
  button.addEventListener("click", () => speak(button.dataset.setLang));
}
let waiting = 0;
at("filters").addEventListener("submit", (event) => event.preventDefault());
at("filters").addEventListener("input", (event) => {
  if (event.target.id === "f-group") return choose(Number(event.target.value));
  clearTimeout(waiting);
  waiting = setTimeout(filter, event.target.id === "f-search" ? 150 : 0);
});
at("questions").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  state.entering = true;
  go(Number(button.dataset.number));
});
at("more").addEventListener("click", () => {
  state.shown += PAGE;
  list();
});
addEventListener("hashchange", () => follow(false));
// On paper every answer is open.
let closed = [];
addEventListener("beforeprint", () => {
  for (const item of document.querySelectorAll("details:not([open])")) {
    closed.push(item);
    item.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const item of closed) item.open = false;
  closed = [];
});
speak(data.language);
follow(true);
root.dataset.ready = "1";
