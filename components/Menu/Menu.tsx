import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { findPageName } from "../../content/pages.ts";
import { listAllRoutes, type Route } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Icon } from "../Icon/Icon.tsx";
import { LanguageMenu } from "../LanguageSwitch/LanguageSwitch.tsx";
import { Text } from "../Text/Text.tsx";
import "./Menu.css";

type Props = {
	content: Snapshot;
	route: Route | undefined;
	/** Controls after the links, such as the language switch. They are visible even when the menu is closed. */
	children?: ReactNode;
};

/** Links to the pages of the navigation. On narrow screens the links are in a popover, which works without script. */
export function Menu({ content, route, children }: Props) {
	const { locale } = content;
	const { menu, closeMenu, mainNavigation } = words[locale];
	const shown = listAllRoutes(content).filter(({ isInMenu }) => isInMenu);
	return (
		<>
			{/* The same id in both languages keeps the menu open when the language changes. */}
			<div id="menu" popover="auto" className="menu">
				<button type="button" popoverTarget="menu" aria-label={closeMenu}>
					<Icon name="close" />
				</button>
				<nav aria-label={mainNavigation}>
					<ul>
						{shown.map((page) => (
							<li key={page.path}>
								<NavLink to={page.path} discover="none" className={() => undefined}>
									<Text text={findPageName(content, page)} />
								</NavLink>
							</li>
						))}
					</ul>
				</nav>
				<LanguageMenu route={route} locale={locale} />
			</div>
			{children}
			<button type="button" data-part="open" popoverTarget="menu" aria-label={menu}>
				<Icon name="menu" />
			</button>
		</>
	);
}
