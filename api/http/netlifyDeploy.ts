/**
 * Deploy that a function belongs to, from Netlify's context object: https://docs.netlify.com/build/functions/api/
 * Undefined outside Netlify.
 */
export type NetlifyDeploy = {
	id: string;
	/** `production`, `deploy-preview`, `branch-deploy` or the name of a branch. */
	context: string;
};
