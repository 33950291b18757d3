// Some browsers do not support https://wicg.github.io/savedata/, and TypeScript does not know it.
const { connection } = navigator as { connection?: { saveData?: boolean } };

/** Whether the visitor has asked for reduced data usage. Undefined in browsers without this setting. */
export const savesData = connection?.saveData;
