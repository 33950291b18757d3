import { Disclosure } from "../../components/Disclosure.tsx";
import { Island } from "../../components/Island.tsx";
import { Review } from "../../components/Review.tsx";
import { ReviewsCarousel } from "../../components/ReviewsCarousel.island.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/Carousel.css";
import "../../components/band.css";
import "./Reviews.css";

/**
 * Reviews that are turned over. Each of them is in the page twice, as words and as data with which React takes them
 * over, and has a dot to be reached by; a thousand would weigh on every visit, and nobody turns over a hundred.
 */
const inCarousel = 24;

/** What clients say: the editors' first ones in the carousel, all others in a list that is closed until it is asked for. */
export function Reviews({ content }: { content: Snapshot }) {
	const { reviews } = content.home;
	if (reviews.length === 0) return null;
	const { reviews: title, age, previousPage, nextPage, page, moreReviews } = words[content.locale];
	const [first, more] = [reviews.slice(0, inCarousel), reviews.slice(inCarousel)];
	return (
		<section className="reviews band" aria-labelledby="reviews-title">
			<h2 id="reviews-title">{title}</h2>
			<Island>
				<ReviewsCarousel
					reviews={first.map(({ id, name, age, review }) => ({ id, name, age, review }))}
					labelledBy="reviews-title"
					ageLabel={age}
					labels={{ previous: previousPage, next: nextPage, page }}
				/>
			</Island>
			{more.length > 0 && (
				<Disclosure
					id="more-reviews"
					title={{ value: moreReviews.replace("{count}", more.length.toLocaleString(content.locale)) }}
					headingLevel={3}
				>
					<ul className="more-reviews">
						{more.map((review) => (
							<li key={review.id} id={review.id}>
								<Review review={review} ageLabel={age} />
							</li>
						))}
					</ul>
				</Disclosure>
			)}
		</section>
	);
}
