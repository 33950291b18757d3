import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { RichText } from "../RichText/RichText.tsx";

/**
 * Script that hides the element before it when its last day is over in London. It runs before anything is painted, so
 * that nothing moves. Swedes write dates as Contentful does: `2026-12-24`.
 */
const endScript = `{const{previousElementSibling:e}=document.currentScript;e.hidden=new Date().toLocaleDateString("sv",{timeZone:"Europe/London"})>e.dataset.until}`;

/** Lists the inline scripts of the announcement. */
export function listAnnouncementScripts({ appShell }: Snapshot): string[] {
	const { announcement, announcementUntil } = appShell;
	return announcement && announcementUntil ? [endScript] : [];
}

/** Short text above the header of every page. Renders nothing when the editors announce nothing. */
export function Announcement({ content }: { content: Snapshot }) {
	const { announcement, announcementUntil } = content.appShell;
	if (!announcement) return null;
	return (
		<>
			<aside
				className="notice"
				aria-label={words[content.locale].announcement}
				data-shown
				data-until={announcementUntil}
			>
				<RichText text={announcement} />
			</aside>
			{listAnnouncementScripts(content).map((script) => (
				<script key={script} dangerouslySetInnerHTML={{ __html: script }} />
			))}
		</>
	);
}
