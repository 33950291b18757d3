import type { Snapshot } from "../../content/snapshot.ts";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { Text } from "../Text/Text.tsx";

type Props = {
	appShell: Snapshot["appShell"];
	className?: string;
};

/** Professional registration of the practice, with a link to the register when its URL is known. */
export function Registration({ appShell: { registration, registrationUrl }, className }: Props) {
	if (!registration) return null;
	return (
		<p className={className}>
			{registrationUrl ? (
				<NewTabLink href={registrationUrl}>
					<Text text={registration} />
				</NewTabLink>
			) : (
				<Text as="span" text={registration} />
			)}
		</p>
	);
}
