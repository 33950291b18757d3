import { readFile } from "node:fs/promises";

/** The configuration and the shell commands of docs/hosting.md, section nginx. */
export type NginxSnippets = { configuration: string; commands: string };

/** Reads them out of the document. Throws when the section has other code blocks than these two. */
export async function readNginxSnippets(): Promise<NginxSnippets> {
	const document = await readFile("docs/hosting.md", "utf8");
	const [, section = ""] = document.split(/^## nginx$/m);
	const [own = ""] = section.split(/^## /m);
	// Code blocks within a numbered list are indented by eight spaces.
	const blocks = own.match(/(?:^ {8}.*\n|^\n(?= {8}))+/gm) ?? [];
	const [configuration, commands, ...others] = blocks.map((block) => block.replace(/^ {8}/gm, "").trim());
	if (!configuration || !commands || others.length > 0) {
		throw new Error(`docs/hosting.md, nginx: two code blocks were expected, and there are ${blocks.length}.`);
	}
	return { configuration, commands };
}

/**
 * Returns the commands that write headers, for another folder than `/etc/nginx`. Those that call nginx are left out.
 * @param folder holds `snippets/`
 */
export function writingCommands({ commands }: NginxSnippets, folder: string): string {
	const lines = commands.split("\n").filter((line) => !line.startsWith("nginx "));
	return lines.join("\n").replaceAll("/etc/nginx", folder);
}

/** Reads the rule that docs/hosting.md gives for nginx before our own server. Throws when there is none. */
export async function readProxyRule(): Promise<string> {
	const document = await readFile("docs/hosting.md", "utf8");
	const [, rule] = /^For nginx:\n\n((?: {8}.*\n)+)/m.exec(document) ?? [];
	if (rule) return rule;
	throw new Error('docs/hosting.md: a code block was expected after the line "For nginx:".');
}
