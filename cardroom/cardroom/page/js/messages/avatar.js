/** Members' pictures: an initial in a colour of their own. */

import { h } from "../dom.js";
import { nameOf } from "../state.js";

const COLOURS = 8;

/**
 * @param {object|undefined} user
 * @param {string} [size] a class: "small", "large"
 */
export function avatar(user, size = "") {
  const name = nameOf(user);
  const colour = user?.bot ? "of-bot" : `of-${Number(BigInt(user?.id ?? 0) % BigInt(COLOURS))}`;
  return h("span", { class: ["avatar", size, colour], "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? "?");
}
