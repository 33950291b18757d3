import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns environment variables with which a browser on Linux uses Android's font Roboto for `system-ui`. The font must
 * be installed.
 */
export async function preferRoboto(folder: string): Promise<NodeJS.ProcessEnv> {
	const file = join(folder, "fonts.conf");
	await writeFile(file, settings);
	return { FONTCONFIG_FILE: file };
}

// Settings of fontconfig: https://fontconfig.pages.freedesktop.org/fontconfig/fontconfig-user.html
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
