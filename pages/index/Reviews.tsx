import { Carousel } from "../../components/Carousel/Carousel.tsx";
import { Reviewer } from "../../components/ClientReview/Reviewer.tsx";
import "../../components/ClientReview/quotation.css";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";

/** Carousel of client reviews, one on each page, in the editors' order. */
export function Reviews({ content }: { content: Snapshot }) {
	const { reviews, reviewsNote } = content.home;
	if (reviews.length === 0) return null;
	const { reviews: title, previousPage, nextPage, page } = words[content.locale];
	const slides = reviews.map((review) => ({
		key: review.id,
		content: (
			<div id={review.id} className="review quotation">
				<RichText as="blockquote" text={review.review} headingLevel={3} />
				<Reviewer review={review} content={content} />
			</div>
		),
	}));
	return (
		<section className="reviews" aria-labelledby="reviews-title">
			<h2 id="reviews-title">{title}</h2>
			<Text as="p" className="small-print" text={reviewsNote} />
			<Carousel
				labelledBy="reviews-title"
				labels={{ previous: previousPage, next: nextPage, page }}
				slides={slides}
			/>
		</section>
	);
}
