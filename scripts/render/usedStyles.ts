import postcss, { type Rule } from "postcss";

/**
 * A style sheet without the rules that nothing on a page can meet: those with a class or an element that is not there.
 * What scripts and visitors change (states, attributes) is not asked about.
 * @param documents the page in each language, as whole HTML
 * @param scriptWords the words of scripts that may run on it: a class that is named so counts as one that is there
 */
export function keepUsed(css: string, documents: string[], scriptWords: Iterable<string>): string {
	const elements = new Set<string>();
	const classes = new Set(scriptWords);
	for (const html of documents) {
		for (const [, name = ""] of html.matchAll(/<([a-z]\w*)/g)) elements.add(name);
		for (const [, list = ""] of html.matchAll(/ class="([^"]*)"/g))
			for (const name of list.split(" ")) classes.add(name);
	}
	const canMatch = (selector: string) => {
		const plain = withoutConditions(selector);
		const named = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([, name = ""]) => name);
		return (
			named(/\.([\w-]+)/g).every((name) => classes.has(name)) &&
			named(/(?:^|[\s>+~])([a-z]\w*)/g).every((name) => elements.has(name))
		);
	};
	const root = postcss.parse(css);
	root.walkRules((rule) => {
		if (isKeyframe(rule)) return;
		const selectors = rule.selectors.filter(canMatch);
		if (selectors.length === 0) rule.remove();
		else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
	});
	// The inner ones first, since they may be all that an outer one has.
	const groups: postcss.AtRule[] = [];
	root.walkAtRules((group) => void groups.unshift(group));
	for (const group of groups) if (group.nodes?.length === 0) group.remove();
	// Every style sheet has brought its own `@layer` rule.
	for (const group of groups) {
		const before = group.prev();
		if (group.name !== "layer" || before?.type !== "atrule" || !before.nodes || !group.nodes) continue;
		if (before.name !== group.name || before.params !== group.params) continue;
		before.append(group.nodes);
		group.remove();
	}
	return root.toString();
}

const isKeyframe = ({ parent }: Rule) =>
	parent?.type === "atrule" && (parent as postcss.AtRule).name.endsWith("keyframes");

/** A selector without its attributes, and without what stands in the brackets of `:not()`, `:is()` and the like. */
function withoutConditions(selector: string): string {
	const shorter = selector.replaceAll(/\[[^\]]*\]|:[\w-]+\([^()]*\)/g, "");
	return shorter === selector ? selector : withoutConditions(shorter);
}
