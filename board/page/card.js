// One card as an element: its face by suit and rank, and its back.

const SVG = "http://www.w3.org/2000/svg";
const SPRITE = new URL("sprite.svg", import.meta.url).pathname;
const SIGNS = /[^\p{L}\p{N}]/gu; // what is no letter and no digit: the sign of a suit
const JOKERS = { RJ: "H", BJ: "S" }; // the suits whose colours they have

/** A shape of the sprite as an element. */
export function sign(name, look) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", look);
  if (name === "back") svg.setAttribute("preserveAspectRatio", "none");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${SPRITE}#${name}`);
  svg.append(use);
  return svg;
}

/** A new card that shows its back. */
export function blankCard() {
  const element = document.createElement("div");
  element.className = "card";
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  element.append(sheet);
  return element;
}

/** Shows a face (its notation, such as `10H`) or, for null, the back. `written` is the card in the
    reader's letters, such as `10♥`. */
export function turn(element, card, written) {
  const sheet = element.firstChild;
  sheet.replaceChildren(...(card === null ? [sign("back", "pattern")] : face(card, written)));
  sheet.className = card === null ? "sheet back" : `sheet face suit-${JOKERS[card] ?? card.at(-1)}`;
}

function face(card, written) {
  const joker = card in JOKERS;
  const shape = joker ? "cap" : card.at(-1);
  const rank = document.createElement("b");
  rank.textContent = joker ? card[0] : written.replace(SIGNS, "") || card.slice(0, -1);
  if (rank.textContent.length > 1) rank.className = "long";
  const parts = [rank, sign(shape, "index"), sign(shape, "large")];
  const court = card.slice(0, -1);
  if (court === "K" || court === "Q") parts.push(sign(`crown-${court}`, "crown"));
  return parts;
}
