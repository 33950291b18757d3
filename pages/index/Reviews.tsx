import { Carousel } from "../../components/Carousel/Carousel.tsx";
import { Icon } from "../../components/Icon/Icon.tsx";
import { Reviewer } from "../../components/Reviewer/Reviewer.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Locale } from "../../content/locales.ts";
import { toPlainText } from "../../content/plainText.ts";
import type { Entry, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./Reviews.css";

const maxInCarousel = 24;

/** Maximum length of a short review, in characters. Short reviews have larger text. */
const maxBriefLength = 90;

/** Length up to which a review is always shown in full, in characters. */
const maxUncutLength = 380;

/** Maximum length, in characters, of a review that wide columns show in full. */
const maxLongLength = 800;

/** Client reviews. The first ones are in a carousel, the others in a closed section below. */
export function Reviews({ content }: { content: Snapshot }) {
	const { reviews, reviewsNote } = content.home;
	if (reviews.length === 0) return null;
	const { reviews: title, previousPage, nextPage, page, moreReviews } = words[content.locale];
	const items = reviews.map((review) => ({
		id: review.id,
		content: <Review review={review} locale={content.locale} />,
	}));
	const slides = items.slice(0, maxInCarousel);
	const others = items.slice(maxInCarousel);
	return (
		<section className="reviews band" aria-labelledby="reviews-title">
			<h2 id="reviews-title">{title}</h2>
			<Carousel labelledBy="reviews-title" labels={{ previous: previousPage, next: nextPage, page }} slides={slides} />
			<Text as="p" className="small-print" text={reviewsNote} />
			{others.length > 0 && (
				<details id="more-reviews-section" className="others">
					<summary className="action">
						{moreReviews.replace("{count}", others.length.toLocaleString(content.locale))}
						<Icon name="chevron" />
					</summary>
					<ul id="more-reviews">
						{others.map((other) => (
							<li key={other.id} id={other.id}>
								{other.content}
							</li>
						))}
					</ul>
				</details>
			)}
		</section>
	);
}

/** Returns CSS classes for a review's length, in characters. */
function classesOf(length: number): string | undefined {
	if (length <= maxBriefLength) return "brief";
	if (length <= maxUncutLength) return undefined;
	return length <= maxLongLength ? "long" : "long longer";
}

/** Review with the client's name and age. */
function Review({ review, locale }: { review: Entry<"review">; locale: Locale }) {
	const { id, name, review: text } = review;
	const { length } = toPlainText(text);
	const { readOn, showLess } = words[locale];
	return (
		<>
			<blockquote className={classesOf(length)}>
				<RichText text={text} headingLevel={3} />
			</blockquote>
			{/* While this `<details>` is open, Reviews.css shows the whole `<blockquote>`. */}
			{length > maxUncutLength && (
				<details id={`${id}-read-on`} className="read-on">
					<summary className="action">
						<span className="when-closed">{readOn}</span>
						<span className="when-open">{showLess}</span>
						<span className="visually-hidden">
							: <Text text={name} />
						</span>
						<Icon name="chevron" />
					</summary>
				</details>
			)}
			<p className="reviewer">
				<Reviewer review={review} locale={locale} />
			</p>
		</>
	);
}
