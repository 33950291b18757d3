import type { ReactNode } from "react";
import { chooseReviews, type SellingPage } from "../../content/chooseReviews.ts";
import type { PictureValue, Snapshot, TextValue } from "../../content/snapshot.ts";
import { ClientReview } from "../ClientReview/ClientReview.tsx";
import { FirstStep } from "../FirstStep/FirstStep.tsx";
import { LateStyles } from "../LateStyles/LateStyles.tsx";
import { Picture } from "../Picture/Picture.tsx";
import { Practitioner } from "../Practitioner/Practitioner.tsx";
import { Text } from "../Text/Text.tsx";
import "./SalesHead.css";

type Props = {
	title: TextValue;
	cover?: PictureValue | undefined;
	content: Snapshot;
	route: SellingPage;
	/** Introduction, after the first price. */
	children?: ReactNode;
};

/** Head of a page that sells: its title, the practitioner, the first step, an introduction and a review. */
export function SalesHead({ title, cover, content, route, children }: Props) {
	return (
		<>
			<div className="sales-head">
				<div>
					<Text as="h1" text={title} />
					<Practitioner content={content} />
					<FirstStep content={content} isWhole={route === "consultations"} />
					{children}
				</div>
				{(cover || chooseReviews(content)[route]) && (
					<div>
						<Picture picture={cover} place="half" loading="firstWhenWide" />
						<ClientReview content={content} route={route} />
					</div>
				)}
			</div>
			<LateStyles />
		</>
	);
}
