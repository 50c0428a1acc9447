/**
 * The kobo of an amount as a person types it, in any common way: `50000`, `₦50,000.00`, `N50 000`,
 * `NGN 50,000.5`; null if it is none. Not `50k`, which may mean kobo.
 */
export const readAmount = (typed: string): number | null => {
  const plain = typed.replaceAll(/[,\s]/g, '').replace(/^(?:NGN|N|₦)/i, '')
  const [, whole, rest = ''] = /^(\d+)(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  // Digits alone: a product of fractions may miss the kobo.
  return whole === undefined ? null : Number(whole + rest.padEnd(2, '0'))
}
