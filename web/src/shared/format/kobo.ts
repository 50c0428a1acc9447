const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** `₦85,500`, or `₦85,500.50` where the bank counts kobo; below zero, the sign comes first. */
export const formatKobo = (kobo: number): string => {
  const amount = Math.abs(kobo) / 100
  const digits = kobo % 100 === 0 ? whole.format(amount) : exact.format(amount)
  return `${kobo < 0 ? '−' : ''}₦${digits}`
}

const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** `12 Nov` for a day that the bank names, `YYYY-MM-DD`; with the year unless it is this one. */
export const formatBankDay = (day: string, now = new Date()): string => {
  const year = day.slice(0, 4)
  const words = short.format(new Date(`${day}T00:00:00Z`))
  return year === String(now.getUTCFullYear()) ? words : `${words} ${year}`
}
