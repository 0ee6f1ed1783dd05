// Runs before the first paint, so that a chosen theme does not flash up as the other one.
const theme = localStorage.getItem("theme");
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
