/** What the served page shows before the app starts: web/build/pages.ts reads these texts too. */
export const notFound = 'Sorry, the page you visited does not exist.'
