import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { PaymentTerms } from "../../components/PaymentTerms/PaymentTerms.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { LongText } from "../../components/ReadOn/LongText.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { sellsOnline } from "../../content/listServices.ts";
import type { Locale } from "../../content/locales.ts";
import { findMainCurrency, formatCurrencyName, formatPrice } from "../../content/money.ts";
import type { Snapshot, TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/cards.css";
import "../../components/FirstStep/FirstStep.css";
import "../../components/offers.css";
import "./packages.css";

type Package = Snapshot["packages"]["packages"][number];

export function Page({ content }: { content: Snapshot }) {
	const { navigation, appShell, locale } = content;
	const { beginHere, duration, otherCurrency } = words[locale];
	const { packages, payInFullButton, payMonthlyButton, helpText } = content.packages;
	const hasPictures = packages.some(({ banner }) => banner);
	const mainCurrency = findMainCurrency(packages.map(({ price }) => price));
	return (
		<>
			<div className="offers">
				<Text as="h1" text={navigation.packages} />
				<Practitioner content={content} />
				{/* A long review is below the offers, so that the first price is in a phone's first screen. */}
				<ClientReview content={content} route="packages" only="short" />
				{packages.length > 0 && (
					<ul className="packages cards">
						{packages.map((item, index) => (
							<li key={item.id} id={item.id}>
								{item.banner && (
									<Picture
										picture={item.banner}
										sizes={sizes.package(item.banner)}
										loading={index === 0 ? "first" : "lazy"}
									/>
								)}
								{hasPictures && !item.banner && <div className="strip" />}
								{item.beginHere && <p className="first-step-label">{beginHere}</p>}
								<hgroup>
									<Text as="h2" id={titleIdOf(item.id)} text={item.title ?? item.duration} />
									{item.title && (
										<p className="length">
											<span className="visually-hidden">{duration}: </span>
											<Text text={item.duration} />
										</p>
									)}
								</hgroup>
								<div className="amount">
									<PriceTag item={item} />
									{item.price.currency !== mainCurrency && (
										<p className="small-print">
											{otherCurrency.replace("{currency}", formatCurrencyName(item.price.currency, locale))}
										</p>
									)}
								</div>
								<Purchase item={item} link={item.stripeOneTimePaymentLink} button={payInFullButton} appShell={appShell}>
									{item.stripeMonthlyPaymentLink && (
										<NewTabLink
											href={item.stripeMonthlyPaymentLink}
											className="button quiet"
											describedBy={[titleIdOf(item.id)]}
										>
											<Text text={payMonthlyButton} />
											<Text as="small" text={findMonthlyNote(item, locale)} />
										</NewTabLink>
									)}
								</Purchase>
								<LongText
									id={item.id}
									name={item.title ?? item.duration}
									text={item.description}
									locale={locale}
									headingLevel={3}
								/>
							</li>
						))}
					</ul>
				)}
				<ClientReview content={content} route="packages" only="long" />
				<PaymentTerms content={content} route="packages" />
				{!helpText && <ContactButtons content={content} isSecondary={sellsOnline(content, "packages")} />}
			</div>
			{helpText && (
				<div className="help band tinted">
					<RichText text={helpText} className="lead" />
					<ContactButtons content={content} />
				</div>
			)}
		</>
	);
}

/** Returns the editors' note on monthly payment. Without a note, returns the amount that the payment link charges. */
function findMonthlyNote({ monthlyPaymentNote, monthlyPrice }: Package, locale: Locale): TextValue | undefined {
	if (monthlyPaymentNote || !monthlyPrice) return monthlyPaymentNote;
	return { value: words[locale].monthlyAmount.replace("{price}", formatPrice(monthlyPrice)) };
}
