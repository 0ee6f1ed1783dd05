/** Makes elements. Event handlers and styles are set by script: the page's Content-Security-Policy
 *  allows no inline ones. */

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; besides: `class`, `data` (data-… by name), `on`
 *   (handlers by event), `vars` (CSS variables). undefined, null and false leave an attribute out.
 * @param {...(Node|string|null|undefined|false|Array<any>)} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "class") element.className = [value].flat().filter(Boolean).join(" ");
  else if (name === "data") {
    for (const [key, each] of Object.entries(value)) {
      if (each !== undefined && each !== null) element.dataset[key] = each;
    }
  } else if (name === "on") {
    for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
  } else if (name === "vars") {
    for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
  } else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Appends children; lists are flattened, empty ones left out.
 * @param {Node} parent
 * @param {any} children
 */
export function append(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Puts children in the place of all that an element holds.
 * @param {Element} parent
 * @param {...any} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * A button with a handler.
 * @param {Record<string, any>} props as for `h`, and `press`: what a press does
 * @param {...any} children
 */
export function button({ press, ...props }, ...children) {
  return h("button", { type: "button", ...props, on: { ...(props.on ?? {}), click: press } }, ...children);
}

/** The element of that id in the page's frame. @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Whether the page is as narrow as a phone. */
export const isPhone = () => matchMedia("(max-width: 720px)").matches;

/** Whether fingers press here, and a focused field would raise a keyboard on the screen. */
export const isTouch = () => matchMedia("(pointer: coarse)").matches;
