/** What the served page shows before the app starts: web/build/pages.ts reads these texts too. */
export const howItWorks =
  'How it works: choose your products, transfer the money, upload your proof of payment.'
export const doors = {
  question: 'Have you paid already?',
  paid: 'I have paid',
  toPay: 'I still have to pay',
}
