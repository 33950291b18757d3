import type { DetailedHTMLProps, HTMLAttributes } from "react";

/** Attributes of a custom element in JSX. */
export type SiteElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
