import { formatNaira } from '@strand/contracts/money'

/** `₦85,500`, and `₦85,500.05` where there are kobo. */
const formatKobo = (kobo: number): string => {
  const rest = kobo % 100
  return (
    formatNaira(Math.trunc(kobo / 100)) + (rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`)
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
})

/** `₦85,500 of 12 Nov`; without a day, of a line that nobody knows, the amount alone. */
export const moneyOf = (kobo: number, day: string | undefined): string =>
  formatKobo(kobo) + (day ? ` of ${dayFormat.format(new Date(day))}` : '')
