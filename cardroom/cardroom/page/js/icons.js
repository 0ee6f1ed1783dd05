/** Line icons of our own, 24 × 24, drawn in the colour of the text around them. */

const PATHS = {
  hash: "M9 4 7 20M17 4l-2 16M4.500 9h16M3.500 15h16",
  thread: "M5 6h14M5 11h14M5 16h7M15 15v5M12.500 17.500 15 20l2.500-2.500",
  at: "M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM15.500 8.500v5c0 1.400 1 2.300 2.200 2.300 1.800 0 2.800-1.600 2.800-3.800a8.500 8.500 0 1 0-3.600 7",
  menu: "M4 7h16M4 12h16M4 17h16",
  people: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 4.500a3.300 3.300 0 0 1 0 6.300M18 14.500c2 .8 3.200 2.600 3.500 5.500",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M5 5l1.700 1.700M17.300 17.300 19 19M19 5l-1.700 1.700M6.700 17.300 5 19",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z",
  auto: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18M12 8l6.500-2M12 13l8.800-2.500M12 18l7.500-2",
  window: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  link: "M14 5h5v5M19 5l-8 8M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4",
  down: "m6 9.500 6 6 6-6",
  arrow: "M12 5v14M6 13l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  send: "m4 12 16-7-5.500 15-3-6.500zM11.500 13.500 20 5",
  slash: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM14.500 8l-5 8",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  check: "m5 12.500 4.500 4.500L19 7.500",
  file: "M13.500 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7.500zM13.500 3v4.500H18M9 12.500h6M9 16.500h6",
  shield: "M12 3l7 2.500V11c0 5-3 8.300-7 10-4-1.700-7-5-7-10V5.500z",
  copy: "M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1",
  back: "M15 5l-7 7 7 7",
  swap: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  apps: "M5 4h4.500v5H5zM14.500 4H19v5h-4.500zM5 14.500h4.500v5H5zM14.500 14.500H19v5h-4.500z",
  upload: "M12 16V4M7 9l5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3",
};

const SVG = "http://www.w3.org/2000/svg";

/**
 * An icon that says nothing to screen readers: what it means stands beside it, or in a label.
 * @param {keyof typeof PATHS} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.appendChild(path);
  return svg;
}
