import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Folder of the font packages. Firefox may read it because of `firefoxPreferences`. */
export const fontPackages = resolve("node_modules");

const dejaVu = "dejavu-fonts-ttf/ttf";
const google = "@expo-google-fonts";

/**
 * Sets of fonts that a machine can have: folders in node_modules, and families for `sans-serif` and `serif`. The metrics
 * of Arimo and Tinos are those of Liberation, Arial and Times New Roman.
 */
const fontSets = {
	narrow: {
		folders: [`${google}/pt-sans-narrow`, `${google}/tinos`],
		sans: "PT Sans Narrow",
		serif: "Tinos",
	},
	ordinary: {
		folders: [`${google}/noto-sans`, `${google}/noto-serif`],
		sans: "Noto Sans",
		serif: "Noto Serif",
	},
	wide: { folders: [dejaVu], sans: "DejaVu Sans", serif: "DejaVu Serif" },
	liberation: { folders: [`${google}/arimo`, `${google}/tinos`], sans: "Arimo", serif: "Tinos" },
	withoutSerif: { folders: [`${google}/arimo`], sans: "Arimo", serif: "Arimo" },
} as const;

export type FontSet = keyof typeof fontSets;

/**
 * Writes a configuration that hides all fonts but those of a set from programs that use fontconfig, which are those on
 * Linux. https://fontconfig.pages.freedesktop.org/fontconfig/fontconfig-user.html
 * @returns the absolute path of the file, for the environment variable FONTCONFIG_FILE
 */
export function writeFontConfig(name: FontSet): string {
	const { folders, sans, serif } = fontSets[name];
	const cache = resolve(".cache/fonts");
	const directories = folders.map((folder) => `<dir>${join(fontPackages, folder)}</dir>`);
	const families = { serif, "sans-serif": sans, "system-ui": sans, monospace: sans };
	const aliases = Object.entries(families).map(
		([generic, family]) => `<match>
<test name="family"><string>${generic}</string></test>
<edit name="family" mode="assign" binding="same"><string>${family}</string></edit>
</match>`,
	);
	const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${directories.join("\n")}
<cachedir>${cache}</cachedir>
${aliases.join("\n")}
<match><edit name="family" mode="append_last"><string>${sans}</string></edit></match>
</fontconfig>
`;
	const file = join(cache, `${name}.conf`);
	mkdirSync(cache, { recursive: true });
	// Several processes write the file, and a browser must not read it half written.
	if (!existsSync(file) || readFileSync(file, "utf8") !== config) writeFileSync(file, config);
	return file;
}
