import type { ReactNode } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { Icon } from "../Icon/Icon.tsx";
import { Text } from "../Text/Text.tsx";

type Props = {
	/**
	 * Id of the entry in Contentful, which is the same in both languages. The content below the title gets it, so that
	 * links can lead to it.
	 */
	id: string;
	title: TextValue;
	/** Id of the title, for `aria-describedby` of other elements. */
	titleId?: string;
	headingLevel: 2 | 3;
	children: ReactNode;
};

/** Section that opens and closes when its title is pressed (`<details>`). */
export function Disclosure({ id, title, titleId, headingLevel, children }: Props) {
	const Heading = `h${headingLevel}` as const;
	return (
		// The same id in both languages keeps the section open when the language changes.
		<details id={`${id}-section`} className="disclosure">
			<summary>
				<Text as={Heading} id={titleId} text={title} />
				<Icon name="chevron" />
			</summary>
			{/* The `id` is inside `<details>`, because browsers then open the section for links to this `id`. */}
			<div id={id} className="disclosure-body">
				{children}
			</div>
		</details>
	);
}
