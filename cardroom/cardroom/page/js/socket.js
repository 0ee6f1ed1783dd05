/** The page's connection to the room: frames in and out, and coming back by itself. */

/** Milliseconds between two attempts; each pause is twice as long as the one before. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2000;

/** Dispatches "frame" (detail: what the room sent) and "connected" (detail: boolean). */
export class Connection extends EventTarget {
  #socket = null;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #member = null;

  /** Whether frames can be sent just now. */
  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Connects as a member, in the place of whoever this window was before.
   * @param {string|null} member a user's id; null: whom the room names first
   */
  connect(member) {
    this.#member = member;
    this.#pause = FIRST_PAUSE;
    this.#leave();
    this.#attempt();
  }

  /** Tries at once to come back, if the connection is lost: the window is looked at again. */
  hurry() {
    if (this.#socket === null && this.#timer !== 0) this.#attempt();
  }

  /**
   * Sends a frame.
   * @param {object} frame
   * @returns {boolean} false: there is no connection, and nothing was sent
   */
  send(frame) {
    if (!this.open) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  #leave() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #attempt() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const address = new URL("socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.#member !== null) address.searchParams.set("as", this.#member);
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      this.#pause = FIRST_PAUSE;
      this.#tell("connected", true);
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#tell("frame", JSON.parse(data));
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.#tell("connected", false);
      this.#timer = setTimeout(() => this.#attempt(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
