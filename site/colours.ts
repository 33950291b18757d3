/** The paper's colour as in renderer/tokens.css, for what lies around a page: the browser's bars, the icon on a phone. */
export const paper = { light: "#fbf8f2", dark: "#141d18" };
