import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { LateStyles } from "../../components/LateStyles/LateStyles.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import "./approach.css";

export function Page({ content }: { content: Snapshot }) {
	const { banner, approach } = content.approach;
	return (
		<>
			<Picture picture={banner} place="banner" loading="first" className="banner" />
			<article className="approach reading">
				<Text as="h1" text={content.navigation.approach} />
				<RichText text={approach} />
				<ContactButtons content={content} />
			</article>
			<LateStyles />
		</>
	);
}
