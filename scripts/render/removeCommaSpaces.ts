const stringOrComma = /(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|,\s+/g;

/** Removes spaces after commas, which Vite's minifier leaves in custom properties. Strings stay as they are. */
export function removeCommaSpaces(css: string): string {
	return css.replaceAll(stringOrComma, (_, string?: string) => string ?? ",");
}
