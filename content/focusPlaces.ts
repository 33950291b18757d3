/** Places in a picture, one of which an editor can choose as its focus: the part that stays when the picture is cropped. */
export const focusPlaces = [
	"top left",
	"top",
	"top right",
	"left",
	"centre",
	"right",
	"bottom left",
	"bottom",
	"bottom right",
] as const;

export type FocusPlace = (typeof focusPlaces)[number];
