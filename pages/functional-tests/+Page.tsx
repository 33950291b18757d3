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
import { titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { formatPounds } from "../../content/money.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/cards.css";
import "../../components/Purchase/Purchase.css";
import "./functionalTests.css";

export function Page({ content }: { content: Snapshot }) {
	const { functionalTestsTitle, functionalTestsDescription, faqOptions } = content.functionalTests;
	const { functionalTestingExample: example, withoutTesting, withTesting } = content.functionalTests;
	return (
		<>
			<section className="headed intro">
				<Text as="h1" text={functionalTestsTitle} />
				<div className="text">
					<RichText text={functionalTestsDescription} />
					<div className="ask">
						<ContactButtons content={content} />
					</div>
				</div>
				<div className="meet">
					<Practitioner content={content} />
					<ClientReview content={content} route="functionalTests" />
				</div>
			</section>
			{(example || withoutTesting || withTesting) && (
				<div className="example band tinted">
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
			<DnaTests content={content} />
			{faqOptions.length > 0 && (
				<section className="headed band tinted" aria-labelledby="questions-title">
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

function DnaTests({ content }: { content: Snapshot }) {
	const { dnaTestsTitle, dnaTestsDescription, dnaTests } = content.functionalTests;
	const { contactEmail, contactButton } = content.appShell;
	if (!dnaTestsTitle && !dnaTestsDescription && dnaTests.length === 0) return null;
	// Without the title (h2), the headings of the DNA tests have level 2, so that no level is skipped.
	const level = dnaTestsTitle ? 3 : 2;
	return (
		<section className="dna">
			{(dnaTestsTitle || dnaTestsDescription) && (
				<div className="headed">
					<Text as="h2" text={dnaTestsTitle} />
					<RichText text={dnaTestsDescription} headingLevel={level} />
				</div>
			)}
			{dnaTests.length > 0 && (
				<ul className={isOnlyRow(dnaTests) ? "only-row" : "cards"}>
					{dnaTests.map(({ id, brandName, description, cover, url, price }) => (
						<li key={id} id={id}>
							<Picture picture={cover} sizes={sizes.card} />
							<Text as={`h${level}`} id={titleIdOf(id)} text={brandName} />
							<RichText text={description} headingLevel={level + 1} />
							<div className="purchase">
								{price !== undefined && (
									<p className="price" {...createSourceAttributes(price)}>
										{formatPounds(price)}
									</p>
								)}
								{url ? (
									<div>
										<NewTabLink href={url} className="button quiet" describedBy={[titleIdOf(id), `${id}-host`]}>
											{words[content.locale].dnaContact}
											<Icon name="external" />
										</NewTabLink>
										<p id={`${id}-host`} className="small-print">
											{new URL(url).host.replace(/^www\./, "")}
										</p>
									</div>
								) : (
									<MailLink email={contactEmail} label={contactButton} className="button quiet" />
								)}
							</div>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

/** Checks whether the only DNA test has neither a picture nor a text, so that a card would be almost empty. */
function isOnlyRow([test, ...others]: Snapshot["functionalTests"]["dnaTests"]): boolean {
	return others.length === 0 && !test?.cover && !test?.description;
}
