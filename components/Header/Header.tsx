import { Link } from "react-router";
import { findSiteName } from "../../content/findSiteName.ts";
import type { RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Icon } from "../Icon/Icon.tsx";
import { LanguageSwitch } from "../LanguageSwitch/LanguageSwitch.tsx";
import { MailLink } from "../MailLink/MailLink.tsx";
import { Menu } from "../Menu/Menu.tsx";
import { Picture } from "../Picture/Picture.tsx";
import { sizes } from "../Picture/sizes.ts";
import { ProgressBar } from "../ProgressBar/ProgressBar.tsx";
import { Text } from "../Text/Text.tsx";
import { chooseHeaderClass } from "./chooseHeaderClass.ts";
import "./Header.css";

/** Maximum length of a contact button's label that fits beside the logo on a narrow phone, in characters. */
const maxLabelLength = 10;

/** Maximum length of that label together with a name that replaces the logo. */
const maxNameAndLabelLength = 18;

/** Maximum length of both beside the label of the menu button. */
const maxLengthBesideMenu = 16;

/** Header of every page. `route` is undefined on pages without a fixed path, such as the 404 page. */
export function Header({ content, route }: { content: Snapshot; route: RouteName | undefined }) {
	const { navigation, appShell, locale } = content;
	const { logo } = navigation;
	const siteName = findSiteName(content);
	const labelLength = appShell.contactButton.value.length;
	const isLongName = !logo && siteName.value.length + labelLength > maxNameAndLabelLength;
	const isLongLabel = labelLength > maxLabelLength || isLongName;
	const isBriefName = !logo && siteName.value.length + labelLength <= maxLengthBesideMenu;
	// On phones, a long label is an icon, which leaves space for the label of the menu button.
	const hasMenuLabel = isLongLabel || isBriefName;
	return (
		<header className={`${chooseHeaderClass(content)}${hasMenuLabel ? " menu-label" : ""}`}>
			<Link to="/" discover="none" className="logo">
				{logo ? (
					<Picture picture={logo} sizes={sizes.logo} loading="afterWords" fallbackName={siteName} />
				) : (
					<Text text={siteName} />
				)}
			</Link>
			<Menu id="menu" content={content} route={route}>
				<MailLink
					email={appShell.contactEmail}
					label={appShell.contactButton}
					className={isLongLabel ? "button quiet compact" : "button quiet"}
					icon={isLongLabel ? <Icon name="mail" /> : undefined}
				/>
				{/* The language switch is last, so that its position is the same in both languages. */}
				<LanguageSwitch id="language-switch" route={route} locale={locale} />
			</Menu>
			<ProgressBar />
		</header>
	);
}
