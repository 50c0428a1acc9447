import { diceOf } from '../payments/dice.ts'
import { familyNames, firstNames } from '../payments/nigerian-names.ts'

export type Facts = {
  amountKobo: number
  /** `date` is `YYYY-MM-DD`; `minutes` is the time of day in minutes. */
  date: string
  minutes: number
  sender: string
  senderBank: string
  recipient: string
  recipientAccount: string
  recipientBank: string
  reference: string
  /** 30 digits, as issued by the banks' switch. */
  sessionId: string
}

const banks = ['First Example Bank', 'Harmattan Bank', 'Baobab MFB', 'Calabar Trust', 'Zuma Bank']

const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '0123456789'

const plainNames = (names: string[]) => names.filter((name) => /^[A-Za-z'-]+$/.test(name))

/** The same seed always gives the same facts. */
export const factsOf = (seed: number): Facts => {
  const dice = diceOf(seed)
  // The first throws are similar for neighbouring seeds, so all receipts would be from one month.
  for (let thrown = 0; thrown < 20; thrown++) dice.random()
  const day = new Date(Date.UTC(2026, Math.floor(dice.random() * 12), 1 + dice.random() * 28))
  const date = day.toISOString().slice(0, 10)
  const compact = date.replaceAll('-', '')
  const minutes = Math.floor(dice.random() * 1_440)
  const names = [
    dice.zipf(plainNames(firstNames)),
    dice.zipf(plainNames(familyNames)),
    ...(dice.chance(0.4) ? [dice.zipf(plainNames(firstNames))] : []),
  ]
  const naira = dice.weighted([
    [8, 5_000 + 500 * Math.floor(dice.random() * 400)],
    [1, 1_000 + Math.floor(dice.random() * 250_000)],
    [1, 500 * Math.floor(400 + dice.random() * 3_000)],
  ])
  return {
    amountKobo: naira * 100 + (dice.chance(0.1) ? Math.floor(dice.random() * 100) : 0),
    date,
    minutes,
    sender: dice.chance(0.5) ? names.join(' ').toUpperCase() : names.join(' '),
    senderBank: dice.pick(banks),
    recipient: 'STRAND HAIR LTD',
    recipientAccount: dice.text(digits, 10),
    recipientBank: dice.pick(banks),
    reference: dice.weighted([
      [1, `TRF${compact.slice(2)}${dice.text(digits, 9)}`],
      [1, `${compact}${dice.text(digits, 16)}`],
      [1, `${dice.text(capitals, 3)}-${dice.text(digits, 10)}`],
    ]),
    sessionId: `0000${dice.text(digits, 2)}${compact.slice(2)}${dice.text(digits, 18)}`,
  }
}

const months =
  'January February March April May June July August September October November December'.split(' ')
export const pad = (number: number) => String(number).padStart(2, '0')

export const partsOf = ({ date, minutes }: Facts) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  const name = months[month - 1] ?? ''
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th'
  return {
    year,
    month,
    day,
    hour,
    minute,
    name,
    ending,
    half: hour < 12 ? 'AM' : 'PM',
    hour12: hour % 12 || 12,
  }
}

export const amountOf = ({ amountKobo }: Facts) =>
  (amountKobo / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
export const shortAmountOf = ({ amountKobo }: Facts) => (amountKobo / 100).toLocaleString('en-US')
