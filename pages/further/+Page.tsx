import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { LateStyles } from "../../components/LateStyles/LateStyles.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { type Route, withdrawalSlug } from "../../content/routes.ts";
import type { Entry, Snapshot } from "../../content/snapshot.ts";
import { WithdrawalForm } from "./WithdrawalForm.tsx";

type Props = {
	content: Snapshot;
	route: Route & { entry: Entry<"page"> };
};

/** Further page: one that editors have added, such as a privacy notice, or that of the withdrawal form. */
export function Page({ content, route }: Props) {
	const { slug, title, text, cover } = route.entry;
	return (
		<>
			<article className="reading">
				<Text as="h1" text={title} />
				<Picture picture={cover} place="figure" loading="first" />
				<RichText text={text} />
				{slug === withdrawalSlug && <WithdrawalForm locale={content.locale} />}
				<ContactButtons content={content} />
			</article>
			<LateStyles />
		</>
	);
}
