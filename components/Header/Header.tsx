import { Link } from "react-router";
import { pages } from "../../content/pages.ts";
import { listShownRoutes, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { LanguageSwitch } from "../LanguageSwitch/LanguageSwitch.tsx";
import { MailLink } from "../MailLink/MailLink.tsx";
import { Menu } from "../Menu/Menu.tsx";
import { Picture } from "../Picture/Picture.tsx";
import { sizes } from "../Picture/sizes.ts";
import { ProgressBar } from "../ProgressBar/ProgressBar.tsx";
import { Text } from "../Text/Text.tsx";
import "./Header.css";

/** Maximum total length of the menu's links, in characters, in a header that is as wide as the page. */
const maxMenuLength = 60;

/** Header of every page. `route` is undefined on pages without a fixed path, such as the 404 page. */
export function Header({ content, route }: { content: Snapshot; route: RouteName | undefined }) {
	const { navigation, appShell, locale } = content;
	return (
		<header className={isCrowded(content) ? "bar crowded" : "bar"}>
			<Link to="/" discover="none" className="logo">
				{navigation.logo ? (
					<Picture picture={navigation.logo} sizes={sizes.logo} loading="afterWords" fallbackName={navigation.home} />
				) : (
					<Text text={navigation.home} />
				)}
			</Link>
			<Menu id="menu" content={content} route={route}>
				<MailLink email={appShell.contactEmail} label={appShell.contactButton} className="button quiet" />
				{/* The language switch is last, so that its position is the same in both languages. */}
				<LanguageSwitch id="language-switch" route={route} locale={locale} />
			</Menu>
			<ProgressBar />
		</header>
	);
}

function isCrowded(content: Snapshot): boolean {
	const labels = listShownRoutes(content).map((name) => pages[name].label(content).value);
	return labels.join("").length > maxMenuLength;
}
