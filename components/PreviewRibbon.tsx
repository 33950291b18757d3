import type { Locale } from "../content/locales.ts";
import { localisePath, previewReport } from "../content/routes.ts";
import { words } from "../content/words.ts";
import "./PreviewRibbon.css";

/** Says on every page of a preview that it is one, and leads to its report. */
export function PreviewRibbon({ locale }: { locale: Locale }) {
	const { previewRibbon, previewReport: report } = words[locale];
	return (
		<aside className="preview-ribbon">
			{previewRibbon} <a href={localisePath(previewReport, locale)}>{report}</a>
		</aside>
	);
}
