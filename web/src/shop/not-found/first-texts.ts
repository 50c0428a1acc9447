/** Also read by web/build/pages.ts, for the page that is served before the app starts. */
export const notFound = 'Sorry, the page you visited does not exist.'
