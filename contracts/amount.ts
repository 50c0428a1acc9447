/**
 * Converts an amount in any common spelling to kobo: `50000`, `₦50,000.00`, `N50 000`, `NGN
 * 50,000.5`. Null for anything else, including `50k`, which may mean kobo.
 */
export const readAmount = (typed: string): number | null => {
  const plain = typed.replaceAll(/[,\s]/g, '').replace(/^(?:NGN|N|₦)/i, '')
  const [, whole, rest = ''] = /^(\d+)(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  // Joins digits, because multiplying a fraction could lose a kobo.
  return whole === undefined ? null : Number(whole + rest.padEnd(2, '0'))
}
