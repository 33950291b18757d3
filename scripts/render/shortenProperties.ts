import postcss from "postcss";
import { listFixedProperties, reference } from "./customProperties.ts";

/**
 * Gives a page's custom properties short names such as `--a`. Saves about 60 bytes per page (brotli).
 * @param scriptWords names of properties to keep for scripts
 */
export function shortenProperties(css: string, scriptWords: ReadonlySet<string>): string {
	const root = postcss.parse(css);
	const fixedNames = listFixedProperties(root, scriptWords);
	const unusedNames = shortNames(fixedNames);
	const newNames = new Map<string, string>();
	const shorten = (name: string) => {
		if (fixedNames.has(name)) return name;
		const newName = newNames.get(name) ?? unusedNames.next().value;
		newNames.set(name, newName);
		return newName;
	};
	root.walkDecls((declaration) => {
		if (declaration.prop.startsWith("--")) declaration.prop = shorten(declaration.prop);
		declaration.value = declaration.value.replace(reference, (_, name: string) => `var(${shorten(name)}`);
	});
	return root.toString();
}

/** Yields `--a`, `--b` and so on, without the names in `taken`. */
function* shortNames(taken: ReadonlySet<string>): Generator<string, never> {
	for (let index = 0; ; index++) {
		const name = `--${letterOf(index)}`;
		if (!taken.has(name)) yield name;
	}
}

/** Converts a number to letters: `a` for 0, `z` for 25, `aa` for 26. */
function letterOf(index: number): string {
	const letter = String.fromCharCode("a".charCodeAt(0) + (index % 26));
	const rest = Math.floor(index / 26);
	return rest === 0 ? letter : letterOf(rest - 1) + letter;
}
