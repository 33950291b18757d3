/** A file that the site cannot show. The message says why, as the problem of a row of the report. */
export class UnusableFileError extends Error {}
