import { Link } from "react-router";
import { LateStyles } from "../../components/LateStyles/LateStyles.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";

/** The 404 page. Vike renders it for URLs without a page: https://vike.dev/error-page */
export function Page({ content }: { content: Snapshot }) {
	const { notFoundTitle, notFoundText, backHome } = words[content.locale];
	return (
		<>
			<section className="beside">
				<div>
					<h1>{notFoundTitle}</h1>
					<p className="lead">{notFoundText}</p>
					<p>
						<Link to="/" discover="none" className="button">
							{backHome}
						</Link>
					</p>
				</div>
				<Picture picture={content.home.heroCover} place="half" />
			</section>
			<LateStyles />
		</>
	);
}
