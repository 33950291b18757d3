import { type Locale, localeCodes, locales } from "../../content/locales.ts";
import type { RouteName } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { Icon } from "../Icon/Icon.tsx";
import { describeLink } from "./describeLink.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";
import "./LanguageSwitch.css";

type Props = {
	/** Id for the menu's title. Both languages need the same id. */
	id: string;
	route: RouteName | undefined;
	locale: Locale;
};

/** Drop-down list of the languages, for the menu of narrow screens. */
export function LanguageMenu({ id, route, locale }: Props) {
	return (
		<languageSwitchContract.element>
			<details>
				<summary
					id={id}
					data-part={languageSwitchContract.parts.listTitle}
					aria-label={`${words[locale].language}: ${locales[locale].short} – ${locales[locale].name}`}
				>
					{locales[locale].short}
					<Icon name="chevron" />
				</summary>
				<ul>
					{localeCodes.map((code) => (
						<li key={code}>
							<a
								{...describeLink(route, code)}
								lang={locales[code].hreflang}
								aria-current={code === locale ? "true" : undefined}
							>
								{locales[code].short}
								<span className="visually-hidden"> – {locales[code].name}</span>
							</a>
						</li>
					))}
				</ul>
			</details>
		</languageSwitchContract.element>
	);
}
