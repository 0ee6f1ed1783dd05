/** Something that opens at an element and closes at Esc, at a press elsewhere, or when its element is gone.
 *  On a phone it comes up from the bottom. */

import { byId, h, isPhone } from "../dom.js";

const GAP = 6;
const EDGE = 8;

/** The popup that is open, if any: one at a time. @type {Popup|null} */
let current = null;

export class Popup {
  /**
   * Opens a popup; another one is closed.
   * @param {Element} anchor where it opens
   * @param {HTMLElement} content
   * @param {object} [options]
   * @param {string} [options.class]
   * @param {"below"|"above"|"beside"} [options.side] where there is room for it; else on the other side
   * @param {boolean} [options.wide] as wide as its anchor at least
   * @param {(how: "dismissed"|"done") => void} [options.closed]
   * @param {boolean} [options.sheet] comes up from the bottom on a phone (the default)
   */
  constructor(anchor, content, options = {}) {
    current?.close("dismissed");
    this.anchor = anchor;
    this.options = options;
    this.sheet = isPhone() && options.sheet !== false;
    this.element = h("div", { class: ["popup", this.sheet && "sheet", options.class] }, content);
    this.element.popover = "manual";
    (anchor.closest("dialog") ?? byId("layer")).append(this.element);
    this.element.showPopover();
    this.place();
    this.watch = new AbortController();
    const { signal } = this.watch;
    addEventListener("pointerdown", (event) => this.#outside(event), { capture: true, signal });
    addEventListener("keydown", (event) => this.#key(event), { capture: true, signal });
    addEventListener("resize", () => this.place(), { signal });
    byId("scroller").addEventListener("scroll", () => this.place(), { signal, passive: true });
    current = this;
  }

  /** Whether a popup is open. */
  static get open() {
    return current;
  }

  /** Puts the popup where its anchor is now; closes it when the anchor is gone. */
  place() {
    if (!this.anchor.isConnected) {
      this.close("dismissed");
      return;
    }
    if (this.sheet) return;
    const { style } = this.element;
    const at = this.anchor.getBoundingClientRect();
    if (this.options.wide) style.minWidth = `${Math.min(at.width, innerWidth - 2 * EDGE)}px`;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const beside = this.options.side === "beside";
    const left = beside ? (at.left - width - GAP > EDGE ? at.left - width - GAP : at.right + GAP) : at.left;
    style.left = `${clamp(left, EDGE, innerWidth - width - EDGE)}px`;
    const above = at.top - GAP - height;
    const below = at.bottom + GAP;
    const fits = below + height <= innerHeight - EDGE;
    const up = this.options.side === "above" ? above >= EDGE || !fits : !fits && at.top > innerHeight - at.bottom;
    const top = beside ? at.top : up ? above : below;
    style.top = `${clamp(top, EDGE, Math.max(EDGE, innerHeight - height - EDGE))}px`;
  }

  /** @param {"dismissed"|"done"} how */
  close(how = "done") {
    if (current === this) current = null;
    else if (!this.element.isConnected) return;
    this.watch?.abort();
    const inside = this.element.contains(document.activeElement);
    this.element.remove();
    if (inside && this.anchor.isConnected && this.options.refocus !== false) this.anchor.focus({ preventScroll: true });
    this.options.closed?.(how);
  }

  #outside({ target }) {
    if (!(target instanceof Node) || this.element.contains(target)) return;
    // A press on the anchor closes it too; that press's own click opens it no second time.
    if (this.anchor.contains(target)) this.anchor.addEventListener("click", (event) => event.stopImmediatePropagation(), { once: true, capture: true });
    this.close("dismissed");
  }

  #key(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.cancelled = true;
    this.close("dismissed");
  }
}

const clamp = (value, least, most) => Math.max(least, Math.min(value, most));
