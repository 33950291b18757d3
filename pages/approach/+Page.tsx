import { FirstStepBand } from "../../components/FirstStep/FirstStepBand.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { WaysToBegin } from "../../components/WaysToBegin/WaysToBegin.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import "./approach.css";

export function Page({ content }: { content: Snapshot }) {
	const { banner, approach } = content.approach;
	return (
		<>
			{banner && <Picture picture={banner} sizes={sizes.banner(banner)} loading="firstWhenWide" className="banner" />}
			<article className="sheet">
				<Text as="h1" text={content.navigation.approach} />
				<Practitioner content={content} />
				<RichText text={approach} />
			</article>
			<FirstStepBand content={content} />
			<WaysToBegin content={content} />
		</>
	);
}
