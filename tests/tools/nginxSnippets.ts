import { readFile } from "node:fs/promises";

/** Code blocks in the section "nginx" of docs/hosting.md: the nginx configuration, and the shell commands. */
export type NginxSnippets = { configuration: string; commands: string };

/**
 * Reads the two code blocks in the section "nginx" of docs/hosting.md.
 * @throws Error if the section has more or fewer code blocks
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
 * Returns the shell commands of docs/hosting.md that write nginx's header files, with `folder` in place of
 * `/etc/nginx`.
 */
export function listWriteCommands({ commands }: NginxSnippets, folder: string): string {
	const lines = commands.split("\n").filter((line) => !line.startsWith("nginx "));
	return lines.join("\n").replaceAll("/etc/nginx", folder);
}

/**
 * Reads the reverse-proxy rule for nginx from docs/hosting.md.
 * @throws Error if the document has no such rule
 */
export async function readProxyRule(): Promise<string> {
	const document = await readFile("docs/hosting.md", "utf8");
	const [, rule] = /^For nginx:\n\n((?: {8}.*\n)+)/m.exec(document) ?? [];
	if (rule) return rule;
	throw new Error('docs/hosting.md: a code block was expected after the line "For nginx:".');
}
