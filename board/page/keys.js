// The keyboard: arrows go along the hand, up to the places and down to the bar; digits take a card of
// the hand; Enter plays; Escape takes back. In a replay arrows go along its steps; Space plays it.

const ALONG = { ArrowLeft: -1, ArrowRight: 1 };
const TYPED = "input, textarea, select, dialog *";
// A list that is shut, where the browser can tell: a key that moved in it would choose at once.
const SHUT = CSS.supports("selector(:open)") ? "#bar select:not(:open)" : "#bar select:not(*)";

export function keyboard({ act }) {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const shut = event.target.matches?.(SHUT);
    if (!shut && event.target.matches?.(TYPED)) return;
    if (handled(event, act) || (shut && chooses(event))) event.preventDefault();
  });
}

/** Keys by which a browser chooses from a list that is shut. Enter opens it, as Space does without us. */
function chooses({ key, target }) {
  if (key !== "Enter") return /^([^ ]|(Arrow|Page).*|Home|End)$/u.test(key);
  try {
    target.showPicker();
    return true;
  } catch {
    return false; // in Discord's frame a page may not, and the browser does as it is used to
  }
}

const list = (selector) => [...document.querySelectorAll(selector)];
const hand = () => list(".spot:not(.aim)");
const aims = () => list(".spot.aim");
const bar = () => list("#bar :is(button, input, select):enabled").filter((each) =>
  each.ariaDisabled !== "true" || each === document.activeElement);

function handled(event, act) {
  const { key } = event;
  if (act.steps()) return turned(key, act);
  if (key === "Escape") return act.cancel();
  if (/^[0-9]$/.test(key)) return digit(Number(key) || 10);
  if (key === "ArrowLeft" || key === "ArrowRight") return along(key === "ArrowRight" ? 1 : -1);
  if (key === "Home" || key === "End") return focus(hand().at(key === "Home" ? 0 : -1));
  if (key === "ArrowUp") return row(-1);
  if (key === "ArrowDown") return row(1);
  if (key === "Enter" && document.activeElement === document.body) return act.enter();
  return false;
}

/** In a replay: a step back or on, its first and its last, and playing it. */
function turned(key, act) {
  if (key === " " && document.activeElement === document.body) return act.run();
  const { at, last } = act.steps();
  const step = { Home: 0, End: last }[key] ?? (key in ALONG ? at + ALONG[key] : at);
  if (step === at || step < 0 || step > last) return key in ALONG;
  act.step(step);
  return true;
}

function focus(element) {
  element?.focus();
  return Boolean(element);
}

function digit(number) {
  const spot = list(".spot.hand")[number - 1];
  if (!spot) return false;
  spot.focus();
  spot.click();
  return true;
}

/** Along the row in which the focus is; from nowhere, into the first that there is. */
function along(step) {
  const rows = [hand(), aims(), bar()];
  const row = rows.find((each) => each.includes(document.activeElement));
  if (!row) return focus(document.querySelector(".spot.playable") ?? bar()[0] ?? hand()[0]);
  return focus(row.at((row.indexOf(document.activeElement) + step) % row.length));
}

/** Up or down between places, hand and bar, past those that are empty. */
function row(step) {
  const rows = [aims(), hand(), bar()].filter((each) => each.length);
  const at = rows.findIndex((each) => each.includes(document.activeElement));
  if (at < 0) return along(1);
  const next = rows[at + step];
  return next ? focus(next.find((each) => each.tabIndex === 0) ?? next[0]) : false;
}
