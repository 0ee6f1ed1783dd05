/** Pictures and files in a message. Their room is kept before they are loaded. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";
import { veil } from "./veil.js";

const HOSTS = ["127.0.0.1", "localhost"];
const UNITS = ["B", "KB", "MB", "GB"];

/** @param {{items: Array<object>}} gallery */
export function galleryElement({ items }) {
  return h("div", { class: ["gallery", `of-${Math.min(items.length, 5)}`] }, items.map((item) => figure(item)));
}

/** @param {object} item with `media`, `description`, `spoiler` */
export function thumbnailElement(item) {
  return h("div", { class: "thumbnail" }, figure(item));
}

function figure({ media, description, spoiler }) {
  const image = picture(media, description ?? "");
  return h("div", { class: "figure" }, spoiler ? veil(image) : opened(image),
    description && h("button", {
      type: "button", class: "alt", title: say("altText"), "aria-label": say("altText"), data: { alt: description },
    }, "ALT"));
}

/** A picture that a press shows large. */
const opened = (image) => h("button", {
  type: "button", class: "enlarge", "aria-label": image.alt || say("imageOf"), data: { enlarge: "" },
}, image);

/** @param {object} media with `url`, and `width` and `height` in pixels where they are known */
export function picture(media, description = "") {
  const { width, height } = media;
  return h("img", {
    src: local(media.proxy_url ?? media.url), alt: description, width, height, decoding: "async", draggable: "false",
    class: width && height ? "" : "unsized", vars: width && height ? { "--width": `${width}px`, "--ratio": `${width} / ${height}` } : {},
  });
}

/** The attachments of a message that no component shows. @param {object} message */
export function attachmentsOf(message) {
  const files = message.attachments ?? [];
  if (!files.length || message.components?.length) return null;
  const pictures = files.filter(({ content_type }) => content_type?.startsWith("image/"));
  const others = files.filter((file) => !pictures.includes(file));
  return h("div", { class: "attachments", "data-key": "attachments" },
    pictures.length > 0 && galleryElement({ items: pictures.map((media) => ({ media, description: media.description })) }),
    others.map((file) => fileLine(file.filename, file.url, file.size)));
}

/** @param {object} component of the kind FILE */
export function fileElement({ file, name, size, spoiler }) {
  const line = fileLine(name ?? file.url.split("/").at(-1), file.url, size);
  return spoiler ? veil(line) : line;
}

function fileLine(name, url, size) {
  return h("a", { class: "file", href: local(url), download: name }, icon("file"),
    h("span", { class: "file-name" }, name),
    size !== undefined && h("span", { class: "file-size" }, bytes(size)));
}

/** A file's address, unless it leads out of this room: the page loads nothing from elsewhere. The room
 *  may be called 127.0.0.1 there, and localhost here. */
function local(url) {
  const address = new URL(url, document.baseURI);
  const here = address.port === location.port && HOSTS.includes(address.hostname);
  return here ? address.pathname + address.search : "";
}

function bytes(size) {
  const power = Math.min(Math.floor(Math.log(Math.max(size, 1)) / Math.log(1024)), UNITS.length - 1);
  return `${(size / 1024 ** power).toFixed(power ? 1 : 0)} ${UNITS[power]}`;
}
