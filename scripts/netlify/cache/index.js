// https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
// Netlify empties the folder of a build. What lies in these is brought from one build to the next.
const folders = [".cache/originals", ".cache/media"];

/** @param {{ utils: { cache: { restore(paths: string[]): Promise<boolean> } } }} event */
export const onPreBuild = ({ utils }) => utils.cache.restore(folders);

/** @param {{ utils: { cache: { save(paths: string[]): Promise<boolean> } } }} event */
export const onPostBuild = ({ utils }) => utils.cache.save(folders);
