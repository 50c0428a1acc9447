import { referencesOf } from '@strand/contracts/money/matching/codes'
import { plainCapitals, wordsOf } from '@strand/contracts/money/matching/words'

/** A credit or a debit as the search for reversals sees it; the amount is the same for all. */
export type Movement = {
  lineId: string
  /** `YYYY-MM-DD`. */
  bookedOn: string
  narration: string
  reference: string
}

/** Days after a credit in which banks take it back. */
export const reversalDays = 7

// `REV` alone may be a reverend: it counts before a separator and before `OF`.
const reversalWords =
  /(?<![A-Z0-9])(RVSL|RSVL|RVS|REVERSAL|REVERSED|REVERSE|RETURNED|RTN|RTND|CHARGEBACK|REV(?=\s*[-/:|*_]|\s+OF\b|\s*$))(?![A-Z0-9])/

/** Whether the narration of a debit says that it takes money back. */
export const saysReversal = (narration: string): boolean =>
  reversalWords.test(plainCapitals(narration))

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000

const textWords = (narration: string): Set<string> =>
  new Set(wordsOf(plainCapitals(narration)).filter(({ length }) => length > 2))

const isShared = (one: Set<string>, other: Set<string>) => [...one].some((text) => other.has(text))

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const byDay = (one: Movement, other: Movement) =>
  compareText(one.bookedOn, other.bookedOn) || compareText(one.lineId, other.lineId)

/**
 * Which debit takes back which credit, by the credits' ids: a debit that names a credit's reference,
 * or whose narration says that it is a reversal, up to 7 days after the credit. A debit takes back
 * one credit at most, and a credit is taken back once. The days go one after the other, so that a
 * later line changes nothing about an earlier one.
 *
 * @param debits of the same account and the same amount as `credits`
 * @param credits those that no earlier debit takes back
 */
export const reversalsOf = (debits: Movement[], credits: Movement[]): Map<string, string> => {
  const free = Map.groupBy(credits.toSorted(byDay).map(readOf), ({ day }) => day)
  const found = new Map<string, string>()
  const takeBack = (credit: Read | undefined, debit: Movement) => {
    if (!credit) return
    found.set(credit.lineId, debit.lineId)
    free.set(
      credit.day,
      (free.get(credit.day) ?? []).filter((other) => other !== credit),
    )
  }
  for (const ofDay of Map.groupBy(debits.toSorted(byDay), ({ bookedOn }) => bookedOn).values()) {
    const unnamed: Movement[] = []
    for (const debit of ofDay) {
      const named = creditNamedBy(debit, inTime(debit, free))
      if (named) takeBack(named, debit)
      else unnamed.push(debit)
    }
    for (const debit of unnamed)
      if (saysReversal(debit.narration)) takeBack(likestCredit(debit, inTime(debit, free)), debit)
  }
  return found
}

type Read = Movement & { day: number; references: Set<string>; words: Set<string> }
const readOf = (movement: Movement): Read => ({
  ...movement,
  day: dayNumber(movement.bookedOn),
  references: referencesOf(movement),
  words: textWords(movement.narration),
})

const inTime = (debit: Movement, free: ReadonlyMap<number, Read[]>): Read[] => {
  const day = dayNumber(debit.bookedOn)
  return Array.from({ length: reversalDays + 1 }, (_, back) => free.get(day - back) ?? []).flat()
}

/** A reference that several credits have names none of them. */
const creditNamedBy = (debit: Movement, credits: Read[]): Read | undefined => {
  const references = referencesOf(debit)
  if (references.size === 0) return
  const named = credits.filter((credit) => isShared(credit.references, references))
  return named.length === 1 ? named[0] : undefined
}

/** The credit with most of the debit's words, of these the latest. */
const likestCredit = (debit: Movement, credits: Read[]): Read | undefined => {
  const words = textWords(debit.narration)
  const shared = ({ words: own }: Read) => [...own].filter((word) => words.has(word)).length
  return credits
    .map((credit) => ({ credit, shared: shared(credit) }))
    .sort(
      (one, other) =>
        other.shared - one.shared ||
        compareText(other.credit.bookedOn, one.credit.bookedOn) ||
        compareText(one.credit.lineId, other.credit.lineId),
    )[0]?.credit
}
