import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { PaymentTerms } from "../../components/PaymentTerms/PaymentTerms.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { SalesHead } from "../../components/SalesHead/SalesHead.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Locale } from "../../content/locales.ts";
import { findMainCurrency, formatCurrencyName, formatPrice } from "../../content/money.ts";
import type { Snapshot, TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";

type Package = Snapshot["packages"]["packages"][number];

export function Page({ content }: { content: Snapshot }) {
	const { packages, helpText } = content.packages;
	return (
		<>
			<SalesHead title={content.navigation.packages} content={content} route="packages" />
			{packages.length > 0 && (
				<div>
					<div className="packages cards">
						{packages.map((item, index) => (
							<PackageCard key={item.id} item={item} isFirst={index === 0} content={content} />
						))}
					</div>
					<PaymentTerms content={content} route="packages" />
				</div>
			)}
			<div className="tinted">
				<RichText text={helpText} className="lead" />
				<ContactButtons content={content} />
			</div>
		</>
	);
}

type PackageCardProps = { item: Package; isFirst: boolean; content: Snapshot };

function PackageCard({ item, isFirst, content }: PackageCardProps) {
	const { locale } = content;
	const { packages, payInFullButton, payMonthlyButton } = content.packages;
	const { duration, otherCurrency } = words[locale];
	const mainCurrency = findMainCurrency(packages.map(({ price }) => price));
	return (
		<article id={item.id}>
			<Picture picture={item.banner} place="card" loading={isFirst ? "firstOfList" : "lazy"} />
			<hgroup>
				<Text as="h2" id={titleIdOf(item.id)} text={item.title ?? item.duration} />
				{item.title && (
					<p className="small-print">
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
				content={content}
			>
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
			<RichText text={item.description} headingLevel={3} />
		</article>
	);
}

/** Returns the editors' note on monthly payment. Without a note, returns the amount that the payment link charges. */
function findMonthlyNote(
	{ monthlyPaymentNote, monthlyPrice }: Package,
	locale: Locale,
): TextValue | undefined {
	if (monthlyPaymentNote || !monthlyPrice) return monthlyPaymentNote;
	return { value: words[locale].monthlyAmount.replace("{price}", formatPrice(monthlyPrice)) };
}
