// https://wicg.github.io/savedata/, which some browsers lack
const { connection } = navigator as { connection?: { saveData?: boolean } };

/** Whether the visitor has asked for reduced data usage. Undefined in browsers without this setting. */
export const savesData = connection?.saveData;
