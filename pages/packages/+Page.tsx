import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { FirstStepRow } from "../../components/FirstStep/FirstStepRow.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { PaymentTerms } from "../../components/PaymentTerms/PaymentTerms.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { LongText } from "../../components/ReadOn/LongText.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { findFirstStep } from "../../content/findFirstStep.ts";
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
	const { packages, helpText } = content.packages;
	const [first, ...others] = packages;
	const review = <ClientReview content={content} route="packages" />;
	const hasFreeCell = packages.length > 3 && packages.length % 3 === 2;
	const helpSection = helpText && (
		<div className={hasFreeCell ? "help tinted" : "help band tinted"}>
			<RichText text={helpText} className="lead" />
			<ContactButtons content={content} isSecondary={sellsOnline(content, "packages")} isTitled />
		</div>
	);
	return (
		<>
			<div className="offers">
				<div className="above-cards">
					<Text as="h1" text={content.navigation.packages} />
					<Practitioner content={content} />
					{packages.length > 1 && <FirstStepRow content={content} isBrief />}
				</div>
				{packages.length <= 1 && <FirstStepRow content={content} isBrief />}
				{!first && review}
				{first && (
					<div className="packages cards">
						<PackageCard item={first} content={content} />
						{review}
						{others.map((item) => (
							<PackageCard key={item.id} item={item} content={content} />
						))}
						{/* In the last of three columns, where a sixth card would be. */}
						{hasFreeCell && helpSection}
						<PaymentTerms content={content} route="packages" />
					</div>
				)}
				{!helpText && <ContactButtons content={content} isSecondary={sellsOnline(content, "packages")} />}
			</div>
			{!hasFreeCell && helpSection}
		</>
	);
}

type CardProps = { item: Package; content: Snapshot };

function PackageCard({ item, content }: CardProps) {
	const { appShell, locale } = content;
	const { packages, payInFullButton, payMonthlyButton } = content.packages;
	const { recommended, duration, otherCurrency } = words[locale];
	// Only one offer is tinted and has primary buttons: the first step, or else the recommended package.
	const hasFirstStep = findFirstStep(content) !== undefined;
	const hasRecommended = packages.some(({ beginHere }) => beginHere);
	const isSecondary = hasFirstStep || (hasRecommended && !item.beginHere);
	const isFirst = item === packages[0];
	const chooseSizes = isFirst && packages.length > 2 ? sizes.firstCard : sizes.card;
	const mainCurrency = findMainCurrency(packages.map(({ price }) => price));
	return (
		<article id={item.id} className={item.beginHere && !hasFirstStep ? "first-step" : undefined}>
			{/* Before the picture, because the label is above it on phones, where no part moves while the page arrives. */}
			{item.beginHere && <p className="first-step-label">{recommended}</p>}
			{item.banner && (
				<Picture picture={item.banner} sizes={chooseSizes(item.banner)} loading={isFirst ? "first" : "lazy"} />
			)}
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
			<Purchase
				item={item}
				link={item.stripeOneTimePaymentLink}
				button={payInFullButton}
				isSecondary={isSecondary}
				appShell={appShell}
			>
				{item.stripeMonthlyPaymentLink && (
					<NewTabLink href={item.stripeMonthlyPaymentLink} className="button quiet" describedBy={[titleIdOf(item.id)]}>
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
		</article>
	);
}

/** Returns the editors' note on monthly payment. Without a note, returns the amount that the payment link charges. */
function findMonthlyNote({ monthlyPaymentNote, monthlyPrice }: Package, locale: Locale): TextValue | undefined {
	if (monthlyPaymentNote || !monthlyPrice) return monthlyPaymentNote;
	return { value: words[locale].monthlyAmount.replace("{price}", formatPrice(monthlyPrice)) };
}
