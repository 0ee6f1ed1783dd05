"""JavaScript that examines a whole page, for example the contrast of its texts."""

CONTRASTS = """() => {
    const parsed = (colour) => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 1;
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
        return a ? [r, g, b, a / 255] : [0, 0, 0, 0];
    };
    const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a),
        b * a + B * (1 - a)];
    const channel = (value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const ground = (element) => {
        if (!element) return [255, 255, 255];
        const colour = parsed(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour : over(colour, ground(element.parentElement));
    };
    const poor = [];
    for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3
            && node.textContent.trim());
        const style = getComputedStyle(element);
        const aside = element.closest('[aria-hidden], :disabled, .unseen, .spoiler, .off');
        if (!own || aside || !element.checkVisibility({ checkOpacity: true,
            checkVisibilityCSS: true })) continue;
        const behind = ground(element);
        const [a, b] = [light(over(parsed(style.color), behind)), light(behind)];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${element.className}: `
            + element.textContent.slice(0, 40));
    }
    return poor;
}"""
"""A script that returns a line for each visible text whose contrast with its background is below
4.5 : 1 (WCAG 2.2 AA)."""

BEYOND = """() => {
    const beyond = [];
    const inView = (element) => !element.closest('.sidebar, .people, .unseen, .topic, pre');
    for (const element of document.querySelectorAll('body *')) {
        const { left, right, width } = element.getBoundingClientRect();
        if (width && inView(element) && (right > innerWidth + 0.5 || left < -0.5)) {
            beyond.push(`${element.className}: ${left} to ${right}`);
        }
    }
    const wide = [...document.querySelectorAll('html, body, #scroller, .popup')]
        .filter((box) => box.scrollWidth > box.clientWidth).map((box) => `${box.id} scrolls`);
    return [...beyond, ...wide];
}"""
"""A script that returns a line for each element that reaches beyond the left or right side of the
window, and for each box that scrolls sideways."""
