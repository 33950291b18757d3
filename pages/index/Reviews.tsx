import { Carousel } from "../../components/Carousel/Carousel.tsx";
import { Disclosure } from "../../components/Disclosure/Disclosure.tsx";
import { Icon } from "../../components/Icon/Icon.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Locale } from "../../content/locales.ts";
import { toPlainText } from "../../content/plainText.ts";
import type { Entry, RichTextValue, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./Reviews.css";

/** Maximum number of reviews in the carousel. Each page of the carousel has a dot, and too many dots are useless. */
const inCarousel = 24;

/** Client reviews. The first ones are in a carousel, the others in a closed section below. */
export function Reviews({ content }: { content: Snapshot }) {
	const { reviews } = content.home;
	if (reviews.length === 0) return null;
	const { reviews: title, previousPage, nextPage, page, moreReviews } = words[content.locale];
	const items = reviews.map((review) => ({
		id: review.id,
		content: <Review review={review} locale={content.locale} />,
	}));
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

/** Returns CSS classes for a review's length. A `longer` review is shortened even in wide columns. */
function classesOf(review: RichTextValue): string | undefined {
	const { length } = toPlainText(review);
	if (length <= 90) return "brief";
	if (length > 800) return "long longer";
	return length > 380 ? "long" : undefined;
}

/** Review with the client's name and age. Screen readers announce the age with a label. */
function Review({ review: { name, age, review }, locale }: { review: Entry<"review">; locale: Locale }) {
	const classes = classesOf(review);
	return (
		<>
			<blockquote className={classes}>
				<RichText text={review} headingLevel={3} />
			</blockquote>
			{/* This `<details>` has no content of its own. While it is open, Reviews.css shows the whole review above it. */}
			{classes?.startsWith("long") && (
				<details className="read-on">
					<summary className="action">
						{words[locale].readOn}
						<span className="visually-hidden">
							: <Text text={name} />
						</span>
						<Icon name="chevron" />
					</summary>
				</details>
			)}
			<p className="reviewer">
				<Text as="cite" text={name} />
				{age !== undefined && (
					<>
						, <span className="visually-hidden">{words[locale].age}</span> <Text text={age} />
					</>
				)}
			</p>
		</>
	);
}
