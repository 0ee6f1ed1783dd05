/** Which of several elements lies next to one, in a direction of the arrow keys. */

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Element} from
 * @param {Element[]} all
 * @param {string} key an arrow's
 * @returns {Element|null}
 */
export function neighbour(from, all, key) {
  const [x, y] = DIRECTIONS[key];
  const start = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of all) {
    if (element === from) continue;
    const { left, top } = middle(element);
    const along = (left - start.left) * x + (top - start.top) * y;
    const aside = Math.abs((left - start.left) * y) + Math.abs((top - start.top) * x);
    if (along <= 4 || (x !== 0 && aside > 12)) continue;
    const distance = along + aside * 2;
    if (distance < least) [best, least] = [element, distance];
  }
  // Past the end of a line comes the next line.
  return best ?? (x === 0 ? null : all[all.indexOf(from) + x] ?? null);
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + width / 2, top: top + height / 2 };
}
