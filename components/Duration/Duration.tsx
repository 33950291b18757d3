import type { Snapshot, TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Icon } from "../Icon/Icon.tsx";
import { Text } from "../Text/Text.tsx";
import "./Duration.css";

type Props = { duration: TextValue | undefined; content: Snapshot };

/** Duration of a service, with a clock. Renders nothing without a duration. */
export function Duration({ duration, content }: Props) {
	if (duration === undefined) return null;
	return (
		<p className="duration">
			<Icon name="clock" />
			<span className="visually-hidden">{words[content.locale].duration}: </span>
			<Text text={duration} />
		</p>
	);
}
