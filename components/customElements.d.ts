import type { DetailedHTMLProps, HTMLAttributes } from "react";

/** Names of the custom elements, as in their contracts. `renderer/+client.ts` defines their classes. */
type SiteElementName =
	| "site-carousel"
	| "site-language-switch"
	| "site-menu"
	| "site-newsletter"
	| "site-notice"
	| "site-progress";

type SiteElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements extends Record<SiteElementName, SiteElementProps> {}
	}
}
