/** web/build/pages.ts also reads this file, for the page that is served before the app starts. */
export const acceptance =
  'These terms apply to every order you place with us. By confirming a payment you accept them, so please read them before you do.'
export const prices =
  'All prices are in Nigerian naira (₦). They include VAT but not delivery: its price depends on where your order goes, and is shown before you confirm.'
