// The Save-Data API is missing in some browsers and in TypeScript's types: https://wicg.github.io/savedata/
const { connection } = navigator as { connection?: { saveData?: boolean } };

/** Whether the visitor has asked for reduced data usage. Undefined in browsers without this setting. */
export const isSavingData = connection?.saveData;
