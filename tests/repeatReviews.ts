import type { Snapshot } from "../content/snapshot.ts";
import type { Snapshots } from "../content/snapshotFiles.server.ts";

/** Returns snapshots with `count` reviews on the home page: copies of the existing reviews, with unique ids and names. */
export function repeatReviews(snapshots: Snapshots, count: number): Snapshots {
	const repeat = (snapshot: Snapshot): Snapshot => {
		const { reviews } = snapshot.home;
		const repeated = Array.from({ length: count }, (_, index) => {
			const review = reviews[index % reviews.length];
			if (!review) throw new Error("There are no reviews.");
			return { ...review, id: `review-${index + 1}`, name: { ...review.name, value: `Client ${index + 1}` } };
		});
		return { ...snapshot, home: { ...snapshot.home, reviews: repeated } };
	};
	return { "en-US": repeat(snapshots["en-US"]), ru: repeat(snapshots.ru) };
}
