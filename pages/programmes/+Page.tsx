import { Disclosure } from "../../components/Disclosure.tsx";
import { NewTabLink } from "../../components/NewTabLink.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Price } from "../../components/Price.tsx";
import { RichText } from "../../components/RichText.tsx";
import { sizes } from "../../components/sizes.ts";
import { Text } from "../../components/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import "../../components/purchase.css";
import "./programmes.css";

/** https://vike.dev/Page */
export function Page({ content }: { content: Snapshot }) {
	const { title, programmes } = content.programmes;
	return (
		<>
			<Text as="h1" of={title} className="page-title" />
			{programmes.length > 0 && (
				<div className="disclosures">
					{programmes.map((programme) => (
						<Disclosure key={programme.id} id={programme.id} title={programme.title} headingLevel={2}>
							{programme.coverImages.length > 0 && (
								<div className="covers">
									{programme.coverImages.map((cover) => (
										<Picture key={cover.src} picture={cover} sizes={sizes.cover} />
									))}
								</div>
							)}
							<RichText of={programme.description} headingLevel={3} />
							<div className="purchase">
								<Price price={programme.price} />
								{programme.stripeOneTimePaymentLink && (
									<NewTabLink href={programme.stripeOneTimePaymentLink} className="button">
										<Text of={content.appShell.buyButton} />
									</NewTabLink>
								)}
							</div>
						</Disclosure>
					))}
				</div>
			)}
		</>
	);
}
