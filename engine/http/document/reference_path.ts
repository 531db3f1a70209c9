/** Where the page to try requests with is: within the documentation, whose pages lead to it. */
export const referencePath = '/docs/reference';

/** All that is served there: the page leads to its own address with the slash, and runs the script. */
export const referencePaths = [referencePath, `${referencePath}/`, `${referencePath}/js/scalar.js`] as const;

/** The document that the page shows. */
export const playgroundPath = `${referencePath}/playground.json`;
