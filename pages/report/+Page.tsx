import { LateStyles } from "../../components/LateStyles/LateStyles.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import type { Site } from "../../environment/site.ts";
import "./report.css";

/**
 * Report for editors, in previews only. Each row names a problem in the content and links to the entry or asset in
 * Contentful.
 */
export function Page({ content, site }: { content: Snapshot; site: Site }) {
	const { previewReport, previewReportText, previewNothing, severities } = words[content.locale];
	const rows = site.preview?.rows ?? [];
	return (
		<>
			<section>
				<h1>{previewReport}</h1>
				<p className="lead">{rows.length > 0 ? previewReportText : previewNothing}</p>
				<ul className="report">
					{rows.map(({ severity, entry, field, locale, problem, instead, url }) => (
						<li key={[entry, field, locale, problem].join()} className={severity}>
							<strong>{severities[severity]}</strong>
							{/* The report is in English on the Russian page, too. */}
							<span lang="en">
								<NewTabLink href={url}>
									{[entry, field, locale].filter(Boolean).join(", ")}
								</NewTabLink>
								: {problem}; {instead}.
							</span>
						</li>
					))}
				</ul>
			</section>
			<LateStyles />
		</>
	);
}
