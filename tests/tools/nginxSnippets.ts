import { readFile } from "node:fs/promises";

/** Code blocks of docs/hosting.md, section nginx: the configuration, and the shell commands. */
export type NginxSnippets = { configuration: string; commands: string };

/**
 * Reads the code blocks from the document.
 * @throws Error when the section does not have exactly two code blocks
 */
export async function readNginxSnippets(): Promise<NginxSnippets> {
	const document = await readFile("docs/hosting.md", "utf8");
	const [, fromNginx = ""] = document.split(/^## nginx$/m);
	const [nginxSection = ""] = fromNginx.split(/^## /m);
	// Code blocks within a numbered list are indented by eight spaces.
	const blocks = nginxSection.match(/(?:^ {8}.*\n|^\n(?= {8}))+/gm) ?? [];
	const [configuration, commands, ...others] = blocks.map((block) => block.replace(/^ {8}/gm, "").trim());
	if (!configuration || !commands || others.length > 0) {
		throw new Error(`docs/hosting.md, nginx: two code blocks were expected, and there are ${blocks.length}.`);
	}
	return { configuration, commands };
}

/**
 * Returns the commands that write header files, without the commands that call nginx.
 * @param folder replaces `/etc/nginx`, and must have a folder `snippets/`
 */
export function listWriteCommands({ commands }: NginxSnippets, folder: string): string {
	const lines = commands.split("\n").filter((line) => !line.startsWith("nginx "));
	return lines.join("\n").replaceAll("/etc/nginx", folder);
}

/**
 * Reads the nginx rule of docs/hosting.md for a reverse proxy in front of our own server.
 * @throws Error when the document has no such rule
 */
export async function readProxyRule(): Promise<string> {
	const document = await readFile("docs/hosting.md", "utf8");
	const [, rule] = /^For nginx:\n\n((?: {8}.*\n)+)/m.exec(document) ?? [];
	if (rule) return rule;
	throw new Error('docs/hosting.md: a code block was expected after the line "For nginx:".');
}
