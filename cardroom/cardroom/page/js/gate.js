/** Changes of the log wait while somebody is just pressing something in it, so that a press always lands
 *  on what was seen. */

/** Milliseconds that the pointer has to rest before others' changes are shown under it. */
const REST = 120;
/** Milliseconds that a change waits for that at most. */
const LONGEST = 600;

export class Gate {
  #waiting = [];
  #down = false;
  #moved = -Infinity;
  #timer = 0;

  /** @param {HTMLElement} box where presses are watched */
  constructor(box) {
    box.addEventListener("pointerdown", () => {
      this.#down = true;
    });
    box.addEventListener("pointermove", ({ pointerType, target }) => {
      if (pointerType === "mouse" && target.closest("[data-component]")) this.#moved = performance.now();
    });
    for (const name of ["pointerup", "pointercancel"]) {
      // The press itself comes after the pointer is up, and before this timer.
      addEventListener(name, () => setTimeout(() => {
        this.#down = false;
        this.#open();
      }), true);
    }
  }

  /**
   * Makes a change, now or as soon as nobody is pressing.
   * @param {() => void} change
   * @param {{own?: boolean}} [options] own: it answers the member's own press, and waits for less
   */
  pass(change, { own = false } = {}) {
    this.#waiting.push({ change, own, since: performance.now() });
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    if (this.#down || this.#waiting.length === 0) return;
    const now = performance.now();
    const rest = this.#moved + REST - now;
    const hurried = this.#waiting.some(({ own, since }) => own || now - since >= LONGEST);
    if (rest > 0 && !hurried) {
      this.#timer = setTimeout(() => this.#open(), Math.min(rest, LONGEST));
      return;
    }
    const changes = this.#waiting;
    this.#waiting = [];
    for (const { change } of changes) change();
  }
}
