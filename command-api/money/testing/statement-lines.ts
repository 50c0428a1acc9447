/** A line of an invented account; amounts in kobo. */
export type MadeLine = {
  bookedOn: string
  valueOn: string
  amountKobo: number
  narration: string
  reference: string
}

export type MadeStatement = {
  accountNumber: string
  currency: string
  openingKobo: number
  lines: MadeLine[]
}

const names = ['OKAFOR CHIOMA A', 'BELLO AISHA', 'ADÉYEMI TOLU', 'EZE & SONS LTD', "O'NEIL GRACE"]
const texts = [
  (name: string) => `NIP TRF FROM ${name} TO STRAND HAIR LTD`,
  (name: string) => `TRANSFER BY ${name}, FOR "HAIR"; 14 INCHES`,
  (name: string) => `${name} / MOBILE / ORDER ACDE-FGHJ, PLEASE SEND ON FRIDAY AND CALL ME BEFORE`,
  (name: string) => `POS PURCHASE ${name} <LAGOS>`,
]

const pick = <T>(from: T[], random: () => number): T => {
  const one = from[Math.floor(random() * from.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

const dayAfter = (first: string, days: number) =>
  new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Invents a month of an account, with credits, debits and days without lines. It ends with two
 * transfers that differ only in their place.
 */
export const makeStatement = (
  count: number,
  random: () => number,
  { first = '2026-03-01', firstReference = 1 } = {},
): MadeStatement => {
  const line = (at: number): MadeLine => {
    const bookedOn = dayAfter(first, Math.floor((at * 28) / count))
    const kobo = 100 + Math.floor(random() * 50_000_000)
    return {
      bookedOn,
      valueOn: bookedOn,
      amountKobo: random() < 0.75 ? kobo : -kobo,
      narration: pick(texts, random)(pick(names, random)),
      reference: `S${String(firstReference + at).padStart(11, '0')}`,
    }
  }
  const lines = Array.from({ length: Math.max(0, count - 2) }, (_, at) => line(at))
  const twin = { ...line(count - 2), amountKobo: 8_550_000 }
  return {
    accountNumber: '0123456789',
    currency: 'NGN',
    openingKobo: 12_345_678,
    lines: [...lines, twin, { ...twin }].slice(0, count),
  }
}

export const balancesOf = ({ openingKobo, lines }: MadeStatement): number[] => {
  let balance = openingKobo
  return lines.map(({ amountKobo }) => {
    balance += amountKobo
    return balance
  })
}

export const closingOf = (made: MadeStatement): number =>
  balancesOf(made).at(-1) ?? made.openingKobo

/** The same lines, as if the bank gave no references. */
export const withoutReferences = (made: MadeStatement): MadeStatement => ({
  ...made,
  lines: made.lines.map((line) => ({ ...line, reference: '' })),
})
