import { LateStyles } from "../../components/LateStyles/LateStyles.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { describeFinding } from "../../content/formatFinding.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import type { Site } from "../../environment/site.ts";
import "./report.css";

/**
 * Report for editors, in previews only. Each row names a problem in the content and links to the entry or asset in
 * Contentful.
 */
export function Page({ content, site }: { content: Snapshot; site: Site }) {
	const { previewReport, previewReportText, previewNothing } = words[content.locale];
	const findings = site.preview?.findings ?? [];
	return (
		<>
			<section>
				<h1>{previewReport}</h1>
				<p className="lead">{findings.length > 0 ? previewReportText : previewNothing}</p>
				<ul className="report">
					{findings.map((finding) => {
						const { label, text, places } = describeFinding(finding, content.locale);
						return (
							<li key={label + text} className={finding.severity}>
								<strong>{label}</strong>
								<div>
									{text}
									<ul>
										{places.map(({ name, id, url }) => (
											<li key={name + id}>
												<NewTabLink href={url}>{name}</NewTabLink> <small>{id}</small>
											</li>
										))}
									</ul>
								</div>
							</li>
						);
					})}
				</ul>
			</section>
			<LateStyles />
		</>
	);
}
