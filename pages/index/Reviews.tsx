import { Carousel } from "../../components/Carousel/Carousel.tsx";
import { Reviewer } from "../../components/ClientReview/Reviewer.tsx";
import { Icon } from "../../components/Icon/Icon.tsx";
import { estimateLines } from "../../components/ReadOn/estimateLines.ts";
import { ReadOn } from "../../components/ReadOn/ReadOn.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Locale } from "../../content/locales.ts";
import type { Entry, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./Reviews.css";

const maxInCarousel = 24;

/** Maximum length of a short review, in lines of a narrow column. Short reviews have larger text. */
const maxBriefLines = 4;

/** Maximum length of a review that is never cut, in lines of a narrow column. */
const maxUncutLines = 8;

/** Maximum length of a review that is cut in narrow columns only. In wide columns, it has eight lines. */
const maxUncutLinesWhenWide = 12;

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
	const [only] = items;
	const isSingle = items.length === 1;
	return (
		<section className={isSingle ? "reviews band headed" : "reviews band"} aria-labelledby="reviews-title">
			<h2 id="reviews-title">{title}</h2>
			{isSingle && <div id={only?.id}>{only?.content}</div>}
			{!isSingle && (
				<Carousel
					labelledBy="reviews-title"
					labels={{ previous: previousPage, next: nextPage, page }}
					slides={slides}
				/>
			)}
			<Text as="p" className="small-print" text={reviewsNote} />
			{others.length > 0 && (
				// The same id in both languages keeps the section open when the language changes.
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
	const lines = estimateLines(review.review);
	const isLong = lines > maxUncutLines;
	return (
		<div className={`review ${describeLength(lines)}`}>
			<blockquote className={isLong ? "cut" : undefined}>
				<RichText text={review.review} headingLevel={3} />
			</blockquote>
			<p className="reviewer">
				<Reviewer review={review} locale={locale} />
			</p>
			{isLong && <ReadOn id={review.id} name={review.name} locale={locale} />}
		</div>
	);
}

/** Returns the class for a review's length. Short reviews have larger text. */
function describeLength(lines: number): string {
	if (lines <= maxBriefLines) return "brief";
	return lines <= maxUncutLinesWhenWide ? "medium" : "long";
}
