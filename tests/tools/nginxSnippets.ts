import { readFile } from "node:fs/promises";

/** Our nginx configuration, and the shell commands that write the headers for it. */
export type NginxSnippets = { configuration: string; commands: string };

const server = "docs/server.md";

/**
 * Reads the nginx configuration in scripts/server, and the shell commands in the section "Files on another host" of
 * docs/server.md.
 * @throws Error if the section has no such commands
 */
export async function readNginxSnippets(): Promise<NginxSnippets> {
	const configuration = await readFile("scripts/server/nginx.conf", "utf8");
	const [, section = ""] = (await readFile(server, "utf8")).split(/^## Files on another host$/m);
	// Code blocks within a numbered list are indented by eight spaces.
	const blocks = section.match(/(?:^ {8}.*\n|^\n(?= {8}))+/gm) ?? [];
	const commands = blocks.find((block) => block.includes("site-headers.conf"));
	if (!commands) throw new Error(`${server}, "Files on another host": commands that write the headers were expected.`);
	return { configuration, commands: commands.replace(/^ {8}/gm, "").trim() };
}

/**
 * Returns the shell commands of docs/server.md that write nginx's header files, with `folder` in place of
 * `/etc/nginx`.
 */
export function listWriteCommands({ commands }: NginxSnippets, folder: string): string {
	const lines = commands.split("\n").filter((line) => !line.startsWith("nginx "));
	return lines.join("\n").replaceAll("/etc/nginx", folder);
}
