import { type ComponentType, createElement, type ReactNode, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import type { IslandElement } from "./islandElement.ts";

/**
 * Hydrates an island; done when its effects have run.
 * @throws what the component throws; the element then has the HTML that it came with
 */
export async function hydrateIsland(element: IslandElement, component: ComponentType | undefined): Promise<void> {
	const { name = "", props = "{}" } = element.dataset;
	if (!component) throw new Error(`There is no island ${name}.`);
	if (!element.isConnected) return;
	const html = [...element.childNodes].map((node) => node.cloneNode(true));
	await new Promise<void>((resolve, reject) => {
		const root = hydrateRoot(
			element,
			createElement(Ready, { onReady: resolve }, createElement(component, JSON.parse(props))),
			{
				identifierPrefix: name,
				// A page that changes its language takes the island away, hydrated or not.
				onRecoverableError: (error) => element.isConnected && reportError(error),
				// React empties a root that fails. The visitor keeps what the server rendered.
				onUncaughtError: (error) => {
					const isAlive = element.dataset.state === "hydrated";
					// React is still at work here, and would empty it again.
					queueMicrotask(() => {
						element.root = undefined;
						root.unmount();
						element.replaceChildren(...html);
						if (!isAlive) return;
						console.error(error);
						element.dataset.state = "failed";
					});
					reject(error);
				},
			},
		);
		element.root = root;
	});
}

function Ready({ onReady, children }: { onReady: () => void; children?: ReactNode }) {
	useLayoutEffect(onReady, [onReady]);
	return children;
}
