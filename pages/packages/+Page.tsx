import { CancellationLink } from "../../components/CancellationLink/CancellationLink.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { Meet } from "../../components/Meet/Meet.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { PaymentNote } from "../../components/PaymentNote/PaymentNote.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { findMainCurrency, formatCurrencyName } from "../../content/money.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/cards.css";
import "./packages.css";

export function Page({ content }: { content: Snapshot }) {
	const { navigation, appShell, locale } = content;
	const { beginHere, duration, otherCurrency } = words[locale];
	const { packages, payInFullButton, payMonthlyButton, helpText } = content.packages;
	const mainCurrency = findMainCurrency(packages.map(({ price }) => price));
	return (
		<>
			<div className="opener">
				<Text as="h1" text={navigation.packages} />
				<Meet content={content} route="packages" />
			</div>
			{packages.length > 0 && (
				<ul className="packages cards">
					{packages.map((item, index) => (
						<li key={item.id} id={item.id}>
							<Picture picture={item.banner} sizes={sizes.card} loading={index === 0 ? "first" : "lazy"} />
							<Text as="h2" id={titleIdOf(item.id)} text={item.title ?? item.duration} />
							{item.beginHere && <p className="begin-here">{beginHere}</p>}
							{item.title && (
								<p className="length">
									<span className="visually-hidden">{duration}: </span>
									<Text text={item.duration} />
								</p>
							)}
							<div className="amount">
								<PriceTag item={item} />
								{item.price.currency !== mainCurrency && (
									<p className="small-print">
										{otherCurrency.replace("{currency}", formatCurrencyName(item.price.currency, locale))}
									</p>
								)}
							</div>
							{item.stripeMonthlyPaymentLink && (
								<Text as="p" className="monthly small-print" text={item.monthlyPaymentNote} />
							)}
							<Purchase item={item} link={item.stripeOneTimePaymentLink} button={payInFullButton} appShell={appShell}>
								{item.stripeMonthlyPaymentLink && (
									<NewTabLink
										href={item.stripeMonthlyPaymentLink}
										className="button quiet"
										describedBy={[titleIdOf(item.id)]}
									>
										<Text text={payMonthlyButton} />
									</NewTabLink>
								)}
							</Purchase>
							<RichText text={item.description} headingLevel={3} />
						</li>
					))}
				</ul>
			)}
			<div className="help band tinted">
				<RichText text={helpText} className="lead" />
				<ContactButtons content={content} />
				<PaymentNote content={content} route="packages" />
				<CancellationLink content={content} />
			</div>
		</>
	);
}
