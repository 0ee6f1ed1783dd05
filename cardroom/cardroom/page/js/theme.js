/** Dark or light: as the system has it, or as was chosen here. */

const ORDER = ["auto", "dark", "light"];

/** @returns {"auto"|"dark"|"light"} */
export const chosen = () => /** @type {any} */ (document.documentElement.dataset.theme) ?? "auto";

/** Turns to the next of the three. */
export function next() {
  const theme = ORDER[(ORDER.indexOf(chosen()) + 1) % ORDER.length];
  if (theme === "auto") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem("theme");
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
  }
}
