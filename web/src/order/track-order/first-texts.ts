/** web/build/pages.ts also reads this file, for the page that is served before the app starts. */
export const orderIdHelp =
  'For example 7K3Q-ZM9X-WD4T. You can also paste the link or the whole message.'
export const whoSeesIt =
  'Every step of your order so far. Anyone who has its id can see them, so please keep it to yourself.'
