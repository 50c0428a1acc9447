/** What the served page shows before the app starts: web/build/pages.ts reads these texts too. */
export const howToPay =
  'Choose what you buy, transfer the money with your code in the description, and keep the receipt. Then tell us that you have paid.'
