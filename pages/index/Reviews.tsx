import { Carousel } from "../../components/Carousel/Carousel.tsx";
import { Reviewer } from "../../components/ClientReview/Reviewer.tsx";
import "../../components/ClientReview/quotation.css";
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

/** Maximum lengths of reviews with larger text, in lines of a narrow column. */
const maxBriefLines = 3;
const maxShortLines = 5;

/** Maximum length of a review that shares its slide with another one, in lines of a narrow column. */
const maxSharedLines = 2;

/** Maximum length of a review that is never cut, in lines of a narrow column. */
const maxUncutLines = 8;

/** Maximum length of a review that is cut in narrow columns only. In wide columns, it has about seven lines. */
const maxUncutLinesWhenWide = 10;

/** Client reviews. The first ones are in a carousel, the others in a closed section below. */
export function Reviews({ content }: { content: Snapshot }) {
	const { reviews, reviewsNote } = content.home;
	if (reviews.length === 0) return null;
	const { reviews: title, previousPage, nextPage, page, moreReviews } = words[content.locale];
	const show = (review: Entry<"review">) => <Review key={review.id} review={review} locale={content.locale} />;
	const slides = groupReviews(reviews.slice(0, maxInCarousel));
	const others = reviews.slice(maxInCarousel);
	const isSingle = reviews.length === 1;
	const note = <Text as="p" className="small-print" text={reviewsNote} />;
	return (
		<section className={isSingle ? "reviews band headed tight" : "reviews band"} aria-labelledby="reviews-title">
			<h2 id="reviews-title">{title}</h2>
			{isSingle ? (
				<>
					{reviews.map(show)}
					{note}
				</>
			) : (
				<>
					{/* Above the carousel, so that a page of short reviews has its empty space at the end of the section. */}
					{note}
					<Carousel
						labelledBy="reviews-title"
						labels={{ previous: previousPage, next: nextPage, page }}
						slides={slides.map((group) => ({ key: group.map(({ id }) => id).join(), content: group.map(show) }))}
					/>
				</>
			)}
			{others.length > 0 && (
				// The same id in both languages keeps the section open when the language changes.
				<details id="more-reviews-section" className="others">
					<summary className="action">
						{moreReviews.replace("{count}", others.length.toLocaleString(content.locale))}
						<Icon name="chevron" />
					</summary>
					<ul id="more-reviews">
						{others.map((review) => (
							<li key={review.id}>{show(review)}</li>
						))}
					</ul>
				</details>
			)}
		</section>
	);
}

/**
 * Returns the reviews of each slide. All slides are as high as the highest one. So, beside longer reviews, two short ones
 * share a slide, and an odd short one shares the slide of the shortest of the others.
 */
function groupReviews(reviews: Entry<"review">[]): Entry<"review">[][] {
	const short = reviews.filter((review) => estimateLines(review.review) <= maxSharedLines);
	const others = reviews.filter((review) => !short.includes(review));
	const hasLonger = others.some((review) => estimateLines(review.review) > maxShortLines);
	if (!hasLonger || others.length === 1) return reviews.map((review) => [review]);
	const partners = new Map<Entry<"review">, Entry<"review">>();
	while (short.length > 1) {
		const [first, second] = short.splice(0, 2);
		if (first && second) partners.set(first, second);
	}
	const [shortest] = others.toSorted((one, other) => estimateLines(one.review) - estimateLines(other.review));
	const [odd] = short;
	if (shortest && odd) partners.set(shortest, odd);
	const seconds = [...partners.values()];
	return reviews
		.filter((review) => !seconds.includes(review))
		.map((review) => [review, partners.get(review)].filter((one) => one !== undefined));
}

function Review({ review, locale }: { review: Entry<"review">; locale: Locale }) {
	const lines = estimateLines(review.review);
	const isLong = lines > maxUncutLines;
	return (
		<div id={review.id} className={`review quotation ${chooseLengthClass(lines)}`}>
			<blockquote className={isLong ? "cut" : undefined}>
				<RichText text={review.review} headingLevel={3} />
			</blockquote>
			<div className="reviewer">
				<div>
					<Reviewer review={review} locale={locale} />
				</div>
				{isLong && <ReadOn id={review.id} name={review.name} locale={locale} />}
			</div>
		</div>
	);
}

/** Returns the class for a review's length. The shorter a review, the larger its text, so that all are about as high. */
function chooseLengthClass(lines: number): string {
	if (lines <= maxBriefLines) return "brief";
	if (lines <= maxShortLines) return "short";
	return lines <= maxUncutLinesWhenWide ? "medium" : "long";
}
