import type { ComponentType, DetailedHTMLProps, HTMLAttributes, ReactElement } from "react";
import { renderToString } from "react-dom/server";

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-island": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
		}
	}
}

const modules = import.meta.glob<Record<string, unknown>>("./*.island.tsx", { eager: true });

/**
 * A part of a page that React takes over in the browser, later or never. What is inside is complete without it.
 * Called while the page is rendered, outside the browser.
 * @param props.children one element of an `.island.tsx` component; its props must survive JSON
 * @throws Error when the component has no file of its own that the browser can load
 */
export function Island({ children }: { children: ReactElement<object> }) {
	const name = nameOf(children.type as ComponentType);
	const html = renderToString(children, { identifierPrefix: name });
	const props = JSON.stringify(children.props);
	// Nested roots cannot be rendered otherwise; React has just escaped what is inside.
	return <site-island data-name={name} data-props={props} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** `./ReviewsCarousel.island.tsx` exports the component → `ReviewsCarousel` */
function nameOf(component: ComponentType): string {
	for (const [path, module] of Object.entries(modules)) {
		if (Object.values(module).includes(component)) return path.replace(/^\.\/|\.island\.tsx$/g, "");
	}
	throw new Error(`${component.name || "A component"} is no island: its file must be components/<Name>.island.tsx.`);
}
