/** Embeds: what bots send who do not use components for it. */

import { h } from "../dom.js";
import { picture } from "../components/media.js";
import { linkTo, markdown } from "../markdown/render.js";

/** @param {object} embed Discord's embed object */
export function embedElement(embed) {
  const { title, url, description, color, author, fields, footer, image, thumbnail } = embed;
  const has = color !== undefined && color !== null;
  return h("div", { class: "container accented embed", vars: has ? { "--accent": `#${color.toString(16).padStart(6, "0")}` } : {} },
    author?.name && h("div", { class: "embed-author" }, author.url ? linkTo(author.url, [author.name]) : author.name),
    title && h("div", { class: "embed-title" }, url ? linkTo(url, [title]) : title),
    description && markdown(description),
    fields?.length > 0 && h("div", { class: "embed-fields" }, fields.map(({ name, value, inline }) =>
      h("div", { class: inline ? "embed-field beside" : "embed-field" }, h("b", {}, name), markdown(value)))),
    image && h("div", { class: "figure" }, picture(image)),
    thumbnail && h("div", { class: "thumbnail" }, picture(thumbnail)),
    footer?.text && h("div", { class: "embed-footer" }, footer.text));
}
