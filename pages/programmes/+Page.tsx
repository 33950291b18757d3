import { Disclosure } from "../../components/Disclosure.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Purchase } from "../../components/Purchase.tsx";
import { RichText } from "../../components/RichText.tsx";
import { sizes } from "../../components/sizes.ts";
import { Text } from "../../components/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
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
							<Purchase
								price={programme.price}
								link={programme.stripeOneTimePaymentLink}
								button={content.appShell.buyButton}
								contact={content.appShell}
							/>
						</Disclosure>
					))}
				</div>
			)}
		</>
	);
}
