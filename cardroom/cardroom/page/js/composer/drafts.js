/** What is being typed in each channel, so that neither another channel nor a reload loses it. */

const NAME = "draft ";

export class Drafts {
  #lines = new Map();

  /** @param {string} key of member and channel @param {string} text @param {object|null} line a command */
  keep(key, text, line) {
    if (line) this.#lines.set(key, line);
    else this.#lines.delete(key);
    if (text) sessionStorage.setItem(NAME + key, text);
    else sessionStorage.removeItem(NAME + key);
  }

  /** @returns {{text: string, line: object|null}} */
  of(key) {
    return { text: sessionStorage.getItem(NAME + key) ?? "", line: this.#lines.get(key) ?? null };
  }
}
