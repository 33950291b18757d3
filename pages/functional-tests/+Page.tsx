import type { ReactNode } from "react";
import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { createSourceAttributes } from "../../components/createSourceAttributes.ts";
import { Disclosure } from "../../components/Disclosure/Disclosure.tsx";
import { Icon } from "../../components/Icon/Icon.tsx";
import { MailLink } from "../../components/MailLink/MailLink.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { PriceFrom } from "../../components/PriceFrom/PriceFrom.tsx";
import { titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { LongText } from "../../components/ReadOn/LongText.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { findService } from "../../content/listServices.ts";
import { formatPounds } from "../../content/money.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/cards.css";
import "../../components/offers.css";
import "../../components/Purchase/Purchase.css";
import "./functionalTests.css";

/** Maximum number of lines of an introduction that is shown in full, above the first price. */
const maxUncutLeadLines = 8;

export function Page({ content }: { content: Snapshot }) {
	const { functionalTestsTitle, functionalTestsDescription, dnaTests, faqOptions } = content.functionalTests;
	const { functionalTestingExample: example, withoutTesting, withTesting } = content.functionalTests;
	const service = findService(content, "functionalTests");
	const hasExample = example || withoutTesting || withTesting;
	// Without an introduction, the button is below the tests.
	const hasButtonOnTop = functionalTestsDescription || dnaTests.length === 0;
	return (
		<>
			<div className="intro offers">
				<Text as="h1" text={functionalTestsTitle} />
				<Practitioner content={content} />
				{hasButtonOnTop && (
					<div className={functionalTestsDescription && "beside-title"}>
						<LongText
							id="functionalTests"
							name={functionalTestsTitle}
							text={functionalTestsDescription}
							locale={content.locale}
							maxUncutLines={maxUncutLeadLines}
						/>
						{service?.startingPrice?.hasHigher && (
							<PriceFrom part={service.pricedPart} startingPrice={service.startingPrice} locale={content.locale} />
						)}
						<ContactButtons content={content} />
					</div>
				)}
				{dnaTests.length === 0 && <ClientReview content={content} route="functionalTests" />}
			</div>
			<DnaTests content={content}>{!hasButtonOnTop && <ContactButtons content={content} isSecondary />}</DnaTests>
			{hasExample && (
				<div className="example band tinted tight">
					<figure>
						<Picture picture={example} sizes={sizes.example} />
						{(withoutTesting || withTesting) && (
							<figcaption>
								<Text as="span" isTitle text={withoutTesting} />
								<Text as="span" isTitle className="with" text={withTesting} />
							</figcaption>
						)}
					</figure>
				</div>
			)}
			{faqOptions.length > 0 && (
				<section className={hasExample ? "headed" : "headed band tinted"} aria-labelledby="questions-title">
					<h2 id="questions-title">{words[content.locale].questions}</h2>
					<div>
						{faqOptions.map(({ id, question, answer }) => (
							<Disclosure key={id} id={id} title={question} headingLevel={3}>
								<RichText text={answer} headingLevel={4} />
							</Disclosure>
						))}
					</div>
				</section>
			)}
		</>
	);
}

function DnaTests({ content, children }: { content: Snapshot; children: ReactNode }) {
	const { functionalTestsTitle, dnaTestsTitle, dnaTestsDescription, dnaTests } = content.functionalTests;
	const [first, ...others] = dnaTests;
	if (!dnaTestsTitle && !dnaTestsDescription && !first) return null;
	// Without the title (h2), the headings of the DNA tests have level 2, so that no level is skipped.
	const level = dnaTestsTitle ? 3 : 2;
	return (
		<section className="dna">
			{(dnaTestsTitle || dnaTestsDescription) && (
				<div className="headed">
					<Text as="h2" text={dnaTestsTitle} />
					<LongText
						id="dnaTests"
						name={dnaTestsTitle ?? functionalTestsTitle}
						text={dnaTestsDescription}
						locale={content.locale}
						maxUncutLines={maxUncutLeadLines}
						headingLevel={level}
					/>
				</div>
			)}
			{first && (
				<div className="cards">
					<DnaTest test={first} level={level} content={content} />
					<ClientReview content={content} route="functionalTests" />
					{others.map((test) => (
						<DnaTest key={test.id} test={test} level={level} content={content} />
					))}
				</div>
			)}
			{children}
		</section>
	);
}

type DnaTestProps = { test: Snapshot["functionalTests"]["dnaTests"][number]; level: 2 | 3; content: Snapshot };

function DnaTest({ test: { id, brandName, description, cover, url, price }, level, content }: DnaTestProps) {
	const { contactEmail, contactButton } = content.appShell;
	return (
		<article id={id}>
			{cover && <Picture picture={cover} sizes={sizes.card(cover)} />}
			<Text as={`h${level}`} id={titleIdOf(id)} text={brandName} />
			{price !== undefined && (
				<p className="amount price" {...createSourceAttributes(price)}>
					{formatPounds(price)}
				</p>
			)}
			<div className="purchase">
				{url ? (
					<>
						<NewTabLink href={url} className="button quiet" describedBy={[titleIdOf(id), `${id}-host`]}>
							{words[content.locale].dnaContact}
							<Icon name="external" />
						</NewTabLink>
						<p id={`${id}-host`} className="small-print">
							{words[content.locale].opensHost.replace("{host}", new URL(url).host.replace(/^www\./, ""))}
						</p>
					</>
				) : (
					<MailLink email={contactEmail} label={contactButton} className="button quiet" />
				)}
			</div>
			<RichText text={description} headingLevel={level + 1} />
		</article>
	);
}
