const stringOrComma = /(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|,\s+/g;

/** Removes the spaces that Vite's minifier leaves after commas in custom properties. Strings stay as they are. */
export function removeCommaSpaces(css: string): string {
	return css.replaceAll(stringOrComma, (_, string?: string) => string ?? ",");
}
