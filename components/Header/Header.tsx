import { Link, NavLink } from "react-router";
import { pages } from "../../content/pages.ts";
import { type RouteName, shownRoutes } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Icon } from "../Icon/Icon.tsx";
import { LanguageMenu, LanguageSwitch } from "../LanguageSwitch/LanguageSwitch.tsx";
import { MailLink } from "../MailLink/MailLink.tsx";
import { Picture } from "../Picture/Picture.tsx";
import { sizes } from "../Picture/sizes.ts";
import { Text } from "../Text/Text.tsx";
import "./Header.css";

/** The bar on top of every page. `route` is undefined on pages without an address of their own, such as the 404 page. */
export function Header({ content, route }: { content: Snapshot; route: RouteName | undefined }) {
	const { navigation, appShell, locale } = content;
	return (
		<header className="bar">
			<Link to="/" discover="none" className="logo">
				{navigation.logo ? (
					<Picture picture={navigation.logo} sizes={sizes.logo} loading="afterWords" fallbackName={navigation.home} />
				) : (
					<Text of={navigation.home} />
				)}
			</Link>
			{/* A popover on narrow screens, which opens and closes without script; always there on wide ones. */}
			<div id="menu" popover="auto" className="menu">
				<button
					type="button"
					className="menu-close"
					popoverTarget="menu"
					popoverTargetAction="hide"
					aria-label={words[locale].closeMenu}
				>
					<Icon name="close" />
				</button>
				<nav aria-label={words[locale].mainNavigation}>
					<ul>
						{shownRoutes(content).map((name) => (
							<li key={name}>
								<NavLink to={pages[name].path} end discover="none" className={() => undefined}>
									<Text of={pages[name].label(content)} />
								</NavLink>
							</li>
						))}
					</ul>
				</nav>
				<LanguageMenu route={route} locale={locale} />
			</div>
			<MailLink email={appShell.contactEmail} label={appShell.contactButton} className="button quiet" />
			{/* At the edge, where it is in both languages: a second press finds it. */}
			<LanguageSwitch route={route} locale={locale} />
			<button
				type="button"
				id="menu-button"
				className="menu-button"
				popoverTarget="menu"
				aria-label={words[locale].menu}
			>
				<Icon name="menu" />
			</button>
			<div className="progress" aria-hidden="true" />
		</header>
	);
}
