import { Carousel } from "../../components/Carousel/Carousel.tsx";
import { Reviewer } from "../../components/ClientReview/Reviewer.tsx";
import { Icon } from "../../components/Icon/Icon.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Locale } from "../../content/locales.ts";
import { toLines } from "../../content/plainText.ts";
import type { Entry, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./Reviews.css";

const maxInCarousel = 24;

/** Maximum length of a short review, in characters. Short reviews have larger text on a surface of their own. */
const maxBriefLength = 120;

/** Maximum length of a review that is shown in full at once, in characters: at most nine lines of a narrow column. */
const maxUncutLength = 240;

/** Length of one line in a narrow column, in characters. A new paragraph begins a new line. */
const lineLength = 35;

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

/** Review with the client's name and age. */
function Review({ review, locale }: { review: Entry<"review">; locale: Locale }) {
	const { id, name, review: text } = review;
	const lines = toLines(text);
	const length = lines.join(" ").length + (lines.length - 1) * lineLength;
	const isLong = length > maxUncutLength;
	const { readOn, showLess } = words[locale];
	const quotation = (
		<>
			<blockquote className={isLong ? "long" : undefined}>
				<RichText text={text} headingLevel={3} />
			</blockquote>
			<p className="reviewer">
				<Reviewer review={review} locale={locale} />
			</p>
		</>
	);
	if (length <= maxBriefLength) return <div className="brief">{quotation}</div>;
	return (
		<>
			{quotation}
			{/* While this `<details>` is open, Reviews.css shows the whole `<blockquote>`. */}
			{isLong && (
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
		</>
	);
}
