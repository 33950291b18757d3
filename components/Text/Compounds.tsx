import { Fragment } from "react";
import { splitCompounds } from "./typography.ts";
import "./Compounds.css";

/** A text whose short compounds and ranges do not break at the end of a line. Copied and indexed, it is plain text. */
export function Compounds({ text }: { text: string }) {
	return splitCompounds(text).map((part, index) => {
		const isCompound = index % 2 === 1;
		// Finished text never changes its order, so the position is the key.
		const key = String(index);
		if (!isCompound) return <Fragment key={key}>{part}</Fragment>;
		return (
			<span key={key} className="compound">
				{part}
			</span>
		);
	});
}
