import type { ReactNode } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { Icon } from "../Icon/Icon.tsx";
import { Text } from "../Text/Text.tsx";
import "./Disclosure.css";

type Props = {
	/** Id of the entry, the same in both languages. */
	id: string;
	title: TextValue;
	/** Id of the title, for elements that refer to it by `aria-describedby`. */
	titleId?: string;
	/** Content before and after the title, in the part that is always visible. */
	before?: ReactNode;
	behind?: ReactNode;
	headingLevel: 2 | 3;
	children: ReactNode;
};

/** A section that is closed until its title is pressed. */
export function Disclosure({ id, title, titleId, before, behind, headingLevel, children }: Props) {
	const Heading = `h${headingLevel}` as const;
	return (
		<details className="disclosure">
			<summary>
				{before}
				<Text as={Heading} id={titleId} of={title} />
				{behind}
				<Icon name="chevron" />
			</summary>
			{/* The id is on the hidden part, because browsers open the section when its hidden content is the target of the URL. */}
			<div id={id} className="disclosure-body">
				{children}
			</div>
		</details>
	);
}
