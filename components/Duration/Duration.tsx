import type { Locale } from "../../content/locales.ts";
import type { TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Icon } from "../Icon/Icon.tsx";
import { Text } from "../Text/Text.tsx";
import "./Duration.css";

/** Duration of a service, with a clock. Renders nothing without a duration. */
export function Duration({
	duration,
	locale,
}: {
	duration: TextValue | undefined;
	locale: Locale;
}) {
	if (duration === undefined) return null;
	return (
		<p className="duration">
			<Icon name="clock" />
			<span className="visually-hidden">{words[locale].duration}: </span>
			<Text text={duration} />
		</p>
	);
}
