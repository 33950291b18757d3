import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { createSourceAttributes } from "../../components/createSourceAttributes.ts";
import { Disclosure } from "../../components/Disclosure/Disclosure.tsx";
import { FirstStepRow } from "../../components/FirstStep/FirstStepRow.tsx";
import { MailLink } from "../../components/MailLink/MailLink.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { LongText } from "../../components/ReadOn/LongText.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { formatPounds } from "../../content/money.ts";
import { toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/cards.css";
import "../../components/offers.css";
import "../../components/Purchase/Purchase.css";
import "./functionalTests.css";

/** Maximum numbers of lines of an introduction that is shown in full, above the first price. */
const maxUncutLeadLines = 9;
const maxUncutLeadLinesWhenWide = 12;

/** Maximum length of a test's description above the test's button, in characters. */
const maxBriefLength = 120;

export function Page({ content }: { content: Snapshot }) {
	const { functionalTestsTitle, functionalTestsDescription, faqOptions } = content.functionalTests;
	const { dnaTestsTitle, dnaTestsDescription, dnaTests } = content.functionalTests;
	const { functionalTestingExample: example, withoutTesting, withTesting } = content.functionalTests;
	const hasExample = example || withoutTesting || withTesting;
	const [firstTest, ...otherTests] = dnaTests;
	// Without the title (h2), the headings of the DNA tests have level 2, so that no level is skipped.
	const headingLevel = dnaTestsTitle ? 3 : 2;
	const hasBriefTexts = dnaTests.every(({ description }) => toPlainText(description).length <= maxBriefLength);
	const review = <ClientReview content={content} route="functionalTests" />;
	const contactButtons = <ContactButtons content={content} isSecondary={dnaTests.length > 0} />;
	return (
		<>
			<div className="tests offers">
				<div className="above-cards">
					<div>
						<Text as="h1" text={functionalTestsTitle} />
						<LongText
							id="functionalTests"
							name={functionalTestsTitle}
							text={functionalTestsDescription}
							locale={content.locale}
							maxUncutLines={maxUncutLeadLines}
							maxUncutLinesWhenWide={maxUncutLeadLinesWhenWide}
						/>
					</div>
					<Practitioner content={content} />
				</div>
				<FirstStepRow content={content} />
				{!firstTest && review}
				{(dnaTestsTitle || dnaTestsDescription) && (
					<div className="headed">
						<Text as="h2" text={dnaTestsTitle} />
						<LongText
							id="dnaTests"
							name={dnaTestsTitle ?? functionalTestsTitle}
							text={dnaTestsDescription}
							locale={content.locale}
							maxUncutLines={maxUncutLeadLines}
							maxUncutLinesWhenWide={maxUncutLeadLinesWhenWide}
							headingLevel={headingLevel}
						/>
					</div>
				)}
				{firstTest && (
					<div className={hasBriefTexts ? "cards brief-texts" : "cards"}>
						<DnaTest test={firstTest} level={headingLevel} content={content} />
						{review}
						{otherTests.map((test) => (
							<DnaTest key={test.id} test={test} level={headingLevel} content={content} />
						))}
					</div>
				)}
				{faqOptions.length === 0 && contactButtons}
			</div>
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
				<section className={hasExample ? "headed" : "headed band tinted tight"} aria-labelledby="questions-title">
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
			{faqOptions.length > 0 && <div className="tight">{contactButtons}</div>}
		</>
	);
}

type DnaTestProps = { test: Snapshot["functionalTests"]["dnaTests"][number]; level: 2 | 3; content: Snapshot };

function DnaTest({ test, level, content }: DnaTestProps) {
	const { contactEmail, contactButton } = content.appShell;
	const { id, brandName, description, cover, url, price } = test;
	return (
		<article id={id}>
			{cover && <Picture picture={cover} sizes={sizes.card(cover)} />}
			<Text as={`h${level}`} id={titleIdOf(id)} text={brandName} />
			{price !== undefined && (
				<p className="amount price" {...createSourceAttributes(price)}>
					{formatPounds(price, content.locale)}
				</p>
			)}
			<div className="purchase">
				{url ? (
					<NewTabLink href={url} className="button quiet" describedBy={[titleIdOf(id)]}>
						{words[content.locale].dnaContact} <small>{new URL(url).host.replace(/^www\./, "")}</small>
					</NewTabLink>
				) : (
					<MailLink email={contactEmail} label={contactButton} className="button quiet" />
				)}
			</div>
			<RichText text={description} headingLevel={level + 1} />
		</article>
	);
}
