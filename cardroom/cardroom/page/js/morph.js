/** Brings an element to the form of a new one, and keeps every node that can stay: what has the
 *  focus keeps it, what is being pressed stays where it is, and pictures do not flicker. */

/** Attributes that the page itself sets (a spoiler that was opened, a picture that is on its way), and
 *  that an update does not take back. */
const KEPT = new Set(["data-revealed", "data-next"]);

/**
 * @param {Element} old stays in the page
 * @param {Element} fresh what it is to look like; used up
 */
export function morph(old, fresh) {
  attributes(old, fresh);
  children(old, fresh);
}

function attributes(old, fresh) {
  const picture = old instanceof HTMLImageElement;
  for (const { name } of [...old.attributes]) {
    if (name !== "style" && !fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (name === "style") continue;
    if (picture && name === "src") exchange(old, value);
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}

/** Shows another picture as soon as it is loaded; until then the old one stays. */
function exchange(image, address) {
  if ((image.dataset.next ?? image.getAttribute("src")) === address) return;
  image.dataset.next = address;
  const loading = new Image();
  loading.src = address;
  const done = () => {
    if (image.dataset.next !== address) return;
    delete image.dataset.next;
    image.src = address;
  };
  loading.decode().then(done, done);
}

function children(old, fresh) {
  const keyed = new Map();
  const free = [];
  for (const child of old.childNodes) {
    const key = keyOf(child);
    if (key !== null && !keyed.has(key)) keyed.set(key, child);
    else if (key === null) free.push(child);
  }
  const plan = [...fresh.childNodes].map((child) => ({ child, match: partner(child, keyed, free) }));
  const staying = new Set(plan.map(({ match }) => match));
  for (const child of [...old.childNodes]) if (!staying.has(child)) child.remove();
  let cursor = old.firstChild;
  for (const { child, match } of plan) {
    if (match === null) {
      old.insertBefore(child, cursor);
      continue;
    }
    if (match === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(match, cursor);
    if (match.nodeType === Node.ELEMENT_NODE) morph(match, child);
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
  }
}

/** The old node that becomes `child`, taken out of those that are still free. */
function partner(child, keyed, free) {
  const key = keyOf(child);
  if (key !== null) {
    const match = keyed.get(key);
    if (match === undefined || match.nodeName !== child.nodeName) return null;
    keyed.delete(key);
    return match;
  }
  const index = free.findIndex((each) => each.nodeName === child.nodeName);
  return index < 0 ? null : free.splice(index, 1)[0];
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;
}
