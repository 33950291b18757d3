import { createContext } from "react";
import type { PictureValue } from "../content/snapshot.ts";

/** A picture that the page's head preloads, its `sizes`, and on which screens; on all unless said. */
export type FirstPicture = { picture: PictureValue; sizes: string; media?: string };

/** Takes the first picture of a page while its body is rendered, for the head. It is rendered once, to finished HTML. */
export const FirstPictureContext = createContext<(first: FirstPicture) => void>(() => {});
