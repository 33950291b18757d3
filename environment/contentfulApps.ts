/**
 * Origins of Contentful's web app, which frames previews and the status page. Contentful spaces in the EU use the
 * second origin.
 */
export const contentfulApps = ["https://app.contentful.com", "https://app.eu.contentful.com"];
