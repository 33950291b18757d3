import { Link } from "react-router";
import { findSiteName } from "../../content/findSiteName.ts";
import type { Route } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Icon } from "../Icon/Icon.tsx";
import { LanguageSwitch } from "../LanguageSwitch/LanguageSwitch.tsx";
import { MailLink } from "../MailLink/MailLink.tsx";
import { Menu } from "../Menu/Menu.tsx";
import { Picture } from "../Picture/Picture.tsx";
import { ProgressBar } from "../ProgressBar/ProgressBar.tsx";
import { Text } from "../Text/Text.tsx";
import "./Header.css";

/** Header of every page. `route` is undefined on pages without a fixed path, such as the 404 page. */
export function Header({ content, route }: { content: Snapshot; route: Route | undefined }) {
	const { navigation, appShell, locale } = content;
	const { logo } = navigation;
	const siteName = findSiteName(content);
	return (
		<header className="bar">
			<Link to="/" discover="none" className="logo">
				{logo ? (
					<Picture
						picture={logo}
						place="logo"
						loading="afterWords"
						fallbackName={siteName}
						className="plate"
						isWhole
					/>
				) : (
					<Text text={siteName} />
				)}
			</Link>
			<Menu content={content} route={route}>
				<MailLink
					email={appShell.contactEmail}
					label={appShell.contactButton}
					className="button quiet compact"
					icon={<Icon name="mail" />}
				/>
				{/* The language switch is last, so that its position is the same in both languages. */}
				<LanguageSwitch route={route} locale={locale} />
			</Menu>
			<ProgressBar />
		</header>
	);
}
