/** Keeps in place what somebody looks at or is about to press, while messages come, change and go.
 *
 *  At the end of the log its end stays in view. Elsewhere, and whenever the pointer is at something that
 *  can be pressed, that stays where it is, and the end waits until the pointer has left. What a message
 *  offers and is in view stays in view when it grows. */

/** Pixels from the end that count as the end. */
const NEAR = 40;
/** Pixels left between buttons that come into view and the composer. */
const SPACE = 12;
/** Milliseconds after the pointer has left the last button before the log goes on to its end. */
const RELEASE = 450;
/** Milliseconds for which a finger that was lifted still counts as being there. */
const FINGER = 1200;
/** What can be pressed, and the space between such things. */
const PRESSED = ".action-row, .accessory, [data-component], .veil, .note";

/** The last that can be pressed in a message; undefined: there is nothing. @param {Element} message */
const lastOffer = (message) => [...message.querySelectorAll(".action-row, .accessory")].at(-1);

/** Dispatches "moved" after the log was scrolled, by whatever. */
export class Scroll extends EventTarget {
  #box;
  #log;
  #end = true;
  #held = null;
  #timer = 0;
  #anchor = null;
  /** The message whose offers grew out of view while the pointer held the log. */
  #grown = null;
  /** Where the last move of ours ended, until its event has come; null: none is under way. */
  #own = null;

  /** @param {HTMLElement} box what scrolls @param {HTMLElement} log what is in it */
  constructor(box, log) {
    super();
    this.#box = box;
    this.#log = log;
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#settle()).observe(log);
    new ResizeObserver(() => this.#settle()).observe(box);
    box.addEventListener("pointerover", (event) => this.#over(event));
    box.addEventListener("pointerleave", () => this.#release(RELEASE));
    box.addEventListener("pointerdown", (event) => this.#over(event));
    for (const name of ["pointerup", "pointercancel"]) {
      box.addEventListener(name, ({ pointerType }) => pointerType !== "mouse" && this.#release(FINGER));
    }
  }

  /** Whether the log's end is in view, or will be as soon as the pointer lets go. */
  get atEnd() {
    return this.#end;
  }

  /** Whether the end waits for the pointer. */
  get waits() {
    return this.#end && this.#distance() > NEAR;
  }

  /**
   * Changes the log by `change`, and keeps its place.
   * @param {() => void} change
   * @param {{grows?: Element|null, own?: boolean}} [options] grows: the message that changes; own: because of
   * a press of one's own on it, so that what the pointer is at has had its press
   */
  keep(change, { grows = null, own = false } = {}) {
    this.#anchor = this.#chooseAnchor();
    const focused = this.#focusedInView();
    const offered = grows !== null && this.#seesOffers(grows);
    change();
    this.#settle(focused);
    if (!offered) return;
    if (own || !this.#held?.isConnected) this.#showOffers(grows);
    else this.#grown = grows;
  }

  /** Goes to the end, also under a pointer: its owner asked for it. */
  toEnd() {
    this.#held = null;
    this.#grown = null;
    this.#end = true;
    this.#pad(0);
    this.#move(this.#box.scrollHeight);
  }

  /** Shows an element in the middle. @param {Element} element */
  to(element) {
    this.#end = false;
    this.#held = null;
    this.#grown = null;
    element.scrollIntoView({ block: "center" });
    this.#anchor = null;
  }

  /** Begins anew at the end: another channel. */
  reset() {
    this.#anchor = null;
    this.toEnd();
  }

  #over({ target, pointerType, type }) {
    if (pointerType !== "mouse" && type !== "pointerdown") return;
    const pressed = target.closest(PRESSED);
    if (pressed) {
      clearTimeout(this.#timer);
      this.#held = target.closest("[data-component], .note button") ?? pressed;
    } else if (pointerType === "mouse") this.#release(RELEASE);
  }

  #release(after) {
    if (this.#held === null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#held = null;
      this.#pad(0);
      this.#settle();
      if (this.#grown?.isConnected && this.#sees(this.#grown)) this.#showOffers(this.#grown);
      this.#grown = null;
    }, after);
  }

  #scrolled() {
    // One event tells of all scrolling in a frame: whoever scrolled after us has ended elsewhere.
    if (this.#own !== this.#box.scrollTop) this.#end = this.#distance() <= NEAR;
    this.#own = null;
    this.#anchor = this.#chooseAnchor();
    this.dispatchEvent(new Event("moved"));
  }

  /** What is to stay where it is: elements with their places, the best first; null: the end stays. */
  #chooseAnchor() {
    const held = this.#held?.isConnected ? this.#held : null;
    const element = held ?? (this.#end ? null : this.#firstSeen());
    if (element === null) return null;
    return [element, element.closest(".action-row"), element.closest("[data-message]")]
      .filter(Boolean).map((each) => ({ element: each, top: each.getBoundingClientRect().top }));
  }

  /** What has the keyboard's focus, if it can be seen now; null otherwise. */
  #focusedInView() {
    const focused = document.activeElement;
    return this.#log.contains(focused) && focused.matches(":focus-visible") && this.#sees(focused) ? focused : null;
  }

  #sees(element) {
    const { top, bottom } = element.getBoundingClientRect();
    const box = this.#box.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  }

  /** Whether the last that a message offers is above the composer. */
  #seesOffers(message) {
    const bottom = lastOffer(message)?.getBoundingClientRect().bottom ?? -Infinity;
    const box = this.#box.getBoundingClientRect();
    return bottom > box.top && bottom <= box.bottom;
  }

  #showOffers(message) {
    const bottom = lastOffer(message)?.getBoundingClientRect().bottom ?? -Infinity;
    const below = bottom + SPACE - this.#box.getBoundingClientRect().bottom;
    if (below <= SPACE) return;
    this.#move(this.#box.scrollTop + below);
    this.#anchor = this.#chooseAnchor();
    this.dispatchEvent(new Event("moved"));
  }

  #firstSeen() {
    const top = this.#box.getBoundingClientRect().top;
    for (const child of this.#log.children) if (child.getBoundingClientRect().bottom > top) return child;
    return null;
  }

  #settle(focused = null) {
    if (this.#end && this.#held === null) {
      this.#move(this.#box.scrollHeight);
      if (focused?.isConnected && !this.#sees(focused)) focused.scrollIntoView({ block: "start" });
    } else {
      const place = this.#anchor?.find(({ element }) => element.isConnected);
      if (place) this.#restore(place);
    }
    this.#anchor = this.#chooseAnchor();
    this.dispatchEvent(new Event("moved"));
  }

  #restore({ element, top }) {
    const by = element.getBoundingClientRect().top - top;
    if (Math.abs(by) < 1) return;
    const lacking = this.#box.scrollTop + by - (this.#box.scrollHeight - this.#box.clientHeight);
    // Too little is left below to hold the place: an empty strip stands in until the pointer has gone.
    if (lacking > 0 && this.#held !== null) this.#pad(lacking + this.#padding());
    this.#move(this.#box.scrollTop + by);
  }

  #padding() {
    return Number.parseFloat(this.#log.style.paddingBottom) || 0;
  }

  #pad(height) {
    this.#log.style.paddingBottom = height > 0 ? `${Math.ceil(height)}px` : "";
  }

  #move(top) {
    const before = this.#box.scrollTop;
    this.#box.scrollTop = top;
    if (this.#box.scrollTop !== before) this.#own = this.#box.scrollTop;
  }

  #distance() {
    return this.#box.scrollHeight - this.#box.clientHeight - this.#box.scrollTop;
  }
}
