import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { createSourceAttributes } from "../../components/createSourceAttributes.ts";
import { Disclosure } from "../../components/Disclosure/Disclosure.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { SalesHead } from "../../components/SalesHead/SalesHead.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { formatPounds } from "../../content/money.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";

type Props = { content: Snapshot };

export function Page({ content }: Props) {
	const { functionalTestsTitle, functionalTestsDescription } = content.functionalTests;
	return (
		<>
			<SalesHead title={functionalTestsTitle} content={content} route="functionalTests">
				<RichText text={functionalTestsDescription} />
			</SalesHead>
			<DnaTests content={content} />
			<Example content={content} />
			<Questions content={content} />
			<div>
				<ContactButtons content={content} />
			</div>
		</>
	);
}

function DnaTests({ content }: Props) {
	const { functionalTestsDescription, dnaTestsTitle, dnaTestsDescription, dnaTests } =
		content.functionalTests;
	if (!dnaTestsTitle && !dnaTestsDescription && dnaTests.length === 0) return null;
	// Without the title (h2), the headings of the DNA tests have level 2, so that no level is skipped.
	const level = dnaTestsTitle ? 3 : 2;
	const isBehindText =
		functionalTestsDescription !== undefined || dnaTestsDescription !== undefined;
	return (
		<section>
			<Text as="h2" text={dnaTestsTitle} />
			<RichText text={dnaTestsDescription} headingLevel={level} />
			{dnaTests.length > 0 && (
				<div className="cards">
					{dnaTests.map((test, index) => (
						<DnaTest
							key={test.id}
							test={test}
							isFirst={index === 0 && !isBehindText}
							level={level}
							content={content}
						/>
					))}
				</div>
			)}
		</section>
	);
}

type DnaTestProps = {
	test: Snapshot["functionalTests"]["dnaTests"][number];
	/** Whether it is the first, and no text is before it. */
	isFirst: boolean;
	level: 2 | 3;
	content: Snapshot;
};

function DnaTest({ test, isFirst, level, content }: DnaTestProps) {
	const { id, brandName, description, cover, url, price } = test;
	return (
		<article id={id}>
			<Picture picture={cover} place="card" loading={isFirst ? "firstOfList" : "lazy"} />
			<Text as={`h${level}`} id={titleIdOf(id)} text={brandName} />
			{price && (
				<p className="amount price" {...createSourceAttributes(price)}>
					{formatPounds(price.value, content.locale)}
				</p>
			)}
			<Purchase item={test} content={content}>
				{url && (
					<NewTabLink href={url} className="button quiet" describedBy={[titleIdOf(id)]}>
						{words[content.locale].dnaContact}{" "}
						<small>{new URL(url).host.replace(/^www\./, "")}</small>
					</NewTabLink>
				)}
			</Purchase>
			<RichText text={description} headingLevel={level + 1} />
		</article>
	);
}

function Example({ content }: Props) {
	const {
		functionalTestingExample: example,
		withoutTesting,
		withTesting,
	} = content.functionalTests;
	if (!example && !withoutTesting && !withTesting) return null;
	return (
		<div className="tinted">
			<figure className="example">
				<Picture picture={example} place="half" />
				{(withoutTesting || withTesting) && (
					<figcaption>
						<Text as="span" isTitle text={withoutTesting} />
						<Text as="span" isTitle text={withTesting} />
					</figcaption>
				)}
			</figure>
		</div>
	);
}

function Questions({ content }: Props) {
	const { faqOptions } = content.functionalTests;
	if (faqOptions.length === 0) return null;
	return (
		<section aria-labelledby="questions-title">
			<h2 id="questions-title">{words[content.locale].questions}</h2>
			{faqOptions.map(({ id, question, answer }) => (
				<Disclosure key={id} id={id} title={question} headingLevel={3}>
					<RichText text={answer} headingLevel={4} />
				</Disclosure>
			))}
		</section>
	);
}
