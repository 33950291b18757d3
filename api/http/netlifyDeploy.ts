/**
 * Deploy that a function belongs to: `deploy` of Netlify's context object, which is absent on our own server.
 * https://docs.netlify.com/build/functions/api/
 */
export type NetlifyDeploy = {
	id: string;
	/** `production`, `deploy-preview`, `branch-deploy` or the name of a branch. */
	context: string;
};
