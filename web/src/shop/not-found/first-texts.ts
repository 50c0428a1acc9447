/** web/build/pages.ts also reads this file, for the page that is served before the app starts. */
export const notFound = 'Sorry, the page you visited does not exist.'
