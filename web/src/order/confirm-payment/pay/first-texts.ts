/** web/build/pages.ts also reads this file, for the page that is served before the app starts. */
export const howToPay =
  'Choose your products, transfer the money with your code in the description, and keep the receipt. Then tell us that you have paid.'
