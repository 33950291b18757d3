import { Fragment } from "react";
import { splitCompounds } from "./typography.ts";
import "./Compounds.css";

/**
 * Text in which short compound words and ranges, such as `follow-up` and `1–2`, are not broken at the end of a line.
 */
export function Compounds({ text }: { text: string }) {
	return splitCompounds(text).map((part, index) => {
		const isCompound = index % 2 === 1;
		// An index is a valid key, because static HTML is never reordered.
		const key = String(index);
		if (!isCompound) return <Fragment key={key}>{part}</Fragment>;
		return (
			<span key={key} className="compound">
				{part}
			</span>
		);
	});
}
