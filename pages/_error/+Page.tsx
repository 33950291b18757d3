import { Link } from "react-router";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";

/** What an address shows that no page has. https://vike.dev/error-page */
export function Page({ content }: { content: Snapshot }) {
	const { notFoundTitle, notFoundText, backHome } = words[content.locale];
	return (
		<section className="column">
			<h1>{notFoundTitle}</h1>
			<p>{notFoundText}</p>
			<p>
				<Link to="/" discover="none" className="button">
					{backHome}
				</Link>
			</p>
		</section>
	);
}
