import { Carousel } from "../../components/Carousel/Carousel.tsx";
import { Disclosure } from "../../components/Disclosure/Disclosure.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { toPlainText } from "../../content/plainText.ts";
import type { Entry, RichTextValue, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./Reviews.css";

/** Maximum number of reviews in the carousel. Each has a dot, and a row of a hundred dots is of no use. */
const inCarousel = 24;

/** Reviews: the first ones in the carousel, all others in a closed list below it. */
export function Reviews({ content }: { content: Snapshot }) {
	const { reviews } = content.home;
	if (reviews.length === 0) return null;
	const { reviews: title, age, previousPage, nextPage, page, moreReviews } = words[content.locale];
	const items = reviews.map((review) => ({ id: review.id, content: <Review review={review} ageLabel={age} /> }));
	const [first, more] = [items.slice(0, inCarousel), items.slice(inCarousel)];
	return (
		<section className="reviews band" aria-labelledby="reviews-title">
			<h2 id="reviews-title">{title}</h2>
			<Carousel labelledBy="reviews-title" labels={{ previous: previousPage, next: nextPage, page }} slides={first} />
			{more.length > 0 && (
				<Disclosure
					id="more-reviews"
					title={{ value: moreReviews.replace("{count}", more.length.toLocaleString(content.locale)) }}
					headingLevel={3}
				>
					<ul className="more-reviews">
						{more.map(({ id, content }) => (
							<li key={id} id={id}>
								{content}
							</li>
						))}
					</ul>
				</Disclosure>
			)}
		</section>
	);
}

/** Classes of a review that is higher than the viewport. It scrolls in its place, so it must be focusable (WCAG 2.1.1). */
const endless = "long endless";

/** Returns the class names for a review's length in characters. */
function sizeOf(review: RichTextValue): string | undefined {
	const { length } = toPlainText(review);
	if (length <= 90) return "brief";
	if (length > 1500) return endless;
	return length > 450 ? "long" : undefined;
}

/** A review with the client's name and age. Screen readers read the label before the age. */
function Review({ review: { name, age, review }, ageLabel }: { review: Entry<"review">; ageLabel: string }) {
	const size = sizeOf(review);
	return (
		<>
			<blockquote className={size} tabIndex={size === endless ? 0 : undefined}>
				<RichText of={review} headingLevel={3} />
			</blockquote>
			<p className="reviewer">
				<Text as="cite" of={name} />
				{age !== undefined && (
					<>
						, <span className="visually-hidden">{ageLabel}</span> <Text of={age} />
					</>
				)}
			</p>
		</>
	);
}
