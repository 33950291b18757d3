import { hash } from "node:crypto";
import type { Site } from "../../site/site.ts";
import type { PullResult } from "../pull/pull.ts";

/**
 * A name for what a site shows: content, prices and what was said about them, and where it is published.
 * @returns sixteen hexadecimal digits
 */
export function hashContent({ snapshots, report }: PullResult, site: Site): string {
	return hash("sha256", JSON.stringify([snapshots, report, site])).slice(0, 16);
}
