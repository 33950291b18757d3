// https://wicg.github.io/savedata/, which some browsers lack
const { connection } = navigator as { connection?: { saveData?: boolean } };

/** Whether the visitor has asked for as little as possible. */
export const savesData = connection?.saveData;
