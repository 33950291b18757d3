import { loadingBeside } from "../../components/firstScreen.ts";
import { Picture } from "../../components/Picture.tsx";
import { RichText } from "../../components/RichText.tsx";
import { sizes } from "../../components/sizes.ts";
import { Text } from "../../components/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/band.css";
import "./about.css";

/** https://vike.dev/Page */
export function Page({ content }: { content: Snapshot }) {
	const { title, subtitle, about, certificates, cover } = content.about;
	return (
		<>
			<section className="portrait beside">
				<div>
					<Text as="h1" of={title} />
					<RichText of={subtitle} className="lead" />
					<RichText of={about} />
				</div>
				<Picture picture={cover} sizes={sizes.portrait} loading={loadingBeside(cover, title, [subtitle, about])} />
			</section>
			{certificates.length > 0 && (
				<section className="band tinted" aria-labelledby="certificates-title">
					<h2 id="certificates-title">{words[content.locale].certificates}</h2>
					<ul className="certificates">
						{certificates.map((certificate) => (
							<li key={certificate.src}>
								<figure>
									{/* The caption says what the title says. */}
									<Picture picture={{ ...certificate, title: { value: "" } }} sizes={sizes.certificate} />
									<Text as="figcaption" of={certificate.title.value ? certificate.title : undefined} />
								</figure>
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}
