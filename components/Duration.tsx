import type { Locale } from "../content/locales.ts";
import type { TextValue } from "../content/snapshot.ts";
import { words } from "../content/words.ts";
import { Icon } from "./Icon.tsx";
import { Text } from "./Text.tsx";
import "./Duration.css";

/** How long something takes, beside a clock. */
export function Duration({ duration, locale }: { duration: TextValue | number | undefined; locale: Locale }) {
	if (duration === undefined) return null;
	return (
		<p className="duration">
			<Icon name="clock" />
			<span className="visually-hidden">{words[locale].duration}: </span>
			<Text of={duration} />
		</p>
	);
}
