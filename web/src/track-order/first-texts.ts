/** What the served page shows before the app starts: web/build/pages.ts reads these texts too. */
export const orderIdHelp = 'For example 7K3Q-ZM9X-WD4T. Small letters and missing dashes are fine.'
export const whoSeesIt =
  'Every step of your order so far. Anyone who has its id can see them, so please keep it to yourself.'
