/** What Nigerian banks, their programs and spreadsheets call the naira. */
const naira = /^(?:ngn|nigerian naira|naira|₦|n|=n=|566)$/i

/** The ISO code of a currency where it is the naira, by whatever name; another one as it is written. */
export const currencyCode = (written: string): string => {
  const word = written.replace(/[\s.()]+/g, ' ').trim()
  return naira.test(word) ? 'NGN' : word.toUpperCase()
}

export const isCurrency = (written: string, currency: string): boolean =>
  currencyCode(written) === currency
