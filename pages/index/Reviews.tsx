import { Carousel } from "../../components/Carousel.tsx";
import { Disclosure } from "../../components/Disclosure.tsx";
import { Review } from "../../components/Review.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/band.css";
import "./Reviews.css";

/** Reviews that are turned over. Each has a dot to be reached by, and nobody turns over a hundred. */
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
			<Carousel
				labelledBy="reviews-title"
				labels={{ previous: previousPage, next: nextPage, page }}
				slides={first.map((review) => ({ id: review.id, content: <Review review={review} ageLabel={age} /> }))}
			/>
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
