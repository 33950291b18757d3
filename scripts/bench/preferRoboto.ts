import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Creates a configuration of fontconfig that renders `system-ui` in Roboto, Android's system font. Returns the
 * environment variables for the browser. They have no effect without an installed Roboto, and on systems other than
 * Linux.
 * @param folder folder for the configuration file
 */
export async function preferRoboto(folder: string): Promise<NodeJS.ProcessEnv> {
	const file = join(folder, "fonts.conf");
	await writeFile(file, settings);
	return { FONTCONFIG_FILE: file };
}

// Format: https://fontconfig.pages.freedesktop.org/fontconfig/fontconfig-user.html
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
