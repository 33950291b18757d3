import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns variables with which a browser on Linux sets `system-ui` in Roboto, Android's own font. Without an installed
 * Roboto, and on other systems, it takes the usual font.
 * @param folder folder for the settings
 */
export async function preferRoboto(folder: string): Promise<NodeJS.ProcessEnv> {
	const file = join(folder, "fonts.conf");
	await writeFile(file, settings);
	return { FONTCONFIG_FILE: file };
}

// https://fontconfig.pages.freedesktop.org/fontconfig/fontconfig-user.html
const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
	<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
	<match target="pattern">
		<test name="family"><string>system-ui</string></test>
		<edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit>
	</match>
</fontconfig>
`;
