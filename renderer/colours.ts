/** Background colours of pages and of browser toolbars, with the values of renderer/tokens.css. */
export const paperColours = { light: "#fbf8f2", dark: "#141d18" };

/** CSS rules with the colours of renderer/tokens.css, for pages that do not load that file. */
export const pageColours = `:root { color-scheme: light dark }
body { background: light-dark(${paperColours.light}, ${paperColours.dark}); color: light-dark(#1e2b25, #ece7da) }
a { color: light-dark(#a8481f, #e59a76) }`;
