import { Island } from "../../components/Island.tsx";
import { ReviewsCarousel } from "../../components/ReviewsCarousel.island.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/Carousel.css";
import "../../components/band.css";
import "./Reviews.css";

/** What clients say. */
export function Reviews({ content }: { content: Snapshot }) {
	const { reviews } = content.home;
	if (reviews.length === 0) return null;
	const { reviews: title, age, previousPage, nextPage, page } = words[content.locale];
	return (
		<section className="reviews band" aria-labelledby="reviews-title">
			<h2 id="reviews-title">{title}</h2>
			<Island when="visible">
				<ReviewsCarousel
					reviews={reviews.map(({ id, name, age, review }) => ({ id, name, age, review }))}
					labelledBy="reviews-title"
					ageLabel={age}
					labels={{ previous: previousPage, next: nextPage, page }}
				/>
			</Island>
		</section>
	);
}
