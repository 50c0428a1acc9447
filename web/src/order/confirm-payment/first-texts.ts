/** web/build/pages.ts also reads this file, for the page that is served before the app starts. */
export const howItWorks =
  'How it works: choose your products, transfer the money, upload your proof of payment.'
export const doors = {
  question: 'Have you paid already?',
  paid: 'I have paid',
  toPay: 'I still have to pay',
}
