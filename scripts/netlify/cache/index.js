// https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
// Netlify empties the folder of a build. What lies in .cache/media is brought from one build to the next.
const folder = ".cache/media";

/** @param {{ utils: { cache: { restore(path: string): Promise<boolean> } } }} event */
export const onPreBuild = ({ utils }) => utils.cache.restore(folder);

/** @param {{ utils: { cache: { save(path: string): Promise<boolean> } } }} event */
export const onPostBuild = ({ utils }) => utils.cache.save(folder);
