import { referencesOf } from '@strand/contracts/money/matching/codes'
import { plainCapitals, wordsOf } from '@strand/contracts/money/matching/words'
import { referencesIn } from '@strand/contracts/money/references'
import { saysReturn, saysReversal } from '@strand/contracts/money/return-words'
import { reversedByWordsWithin, tellingWords } from '@strand/contracts/money/telling-words'

/** A credit or a debit as the search for reversals sees it; the amount is the same for all. */
export type Movement = {
  lineId: string
  /** `YYYY-MM-DD`. */
  bookedOn: string
  narration: string
  reference: string
  /** The bank marks it as a return, whatever it says. */
  isMarked: boolean
  /** It may be a known line in other words: as a debit it only raises doubts. */
  waits: boolean
}

/** Which debit takes each credit back, and which may, by the credits' ids. */
export type Reversals = { sure: Map<string, string>; perhaps: Map<string, string> }

/** Days after a credit in which a debit may name its reference, as a claim for a card does. */
const byReferenceWithin = 60
/** Days before a credit that a debit of its reference may be dated: banks post late and backdate. */
const byReferenceBefore = 7

/** How many days before and after a debit the credits may be that it takes back. */
export const reversalReach = { before: byReferenceWithin, after: byReferenceBefore }

/** Credits of one window that are compared word by word; with more, all of them are in doubt. */
const maxCompared = 200

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000
const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

type Read = Movement & {
  day: number
  references: Set<string>
  /** What tells it apart from others. */
  words: Set<string>
  /** All letters and digits. */
  plain: string
}

/** Shorter texts say too little to be a debit's repetition of them. */
const shortestText = 12

const ownReference = (reference: string) => referencesIn(reference)[0] ?? ''

const readOf = (movement: Movement): Read => {
  const all = wordsOf(plainCapitals(movement.narration))
  return {
    ...movement,
    day: dayNumber(movement.bookedOn),
    // The others may be a batch's, and so belong to unrelated lines.
    references: referencesOf({ ...movement, reference: ownReference(movement.reference) }),
    words: new Set(tellingWords(all)),
    plain: all.join(''),
  }
}

/**
 * Which debits take back which credits: a debit that names a credit's reference, repeats its text,
 * or says that it is a reversal. A debit takes back one credit at most, and a credit is taken back
 * once. Where a debit may mean several, or an unknown one, each of them is in doubt, and a person
 * decides. Debits go day by day, so that nothing more than 7 days later changes them. Decision 288.
 *
 * @param debits of the same account and the same amount as `credits`
 * @param credits those that no earlier debit takes back
 */
export const reversalsOf = (debits: Movement[], credits: Movement[]): Reversals => {
  const free = openCredits(credits)
  const found: Reversals = { sure: new Map(), perhaps: new Map() }
  const takeBack = (credit: Read, debit: Movement) => {
    found.sure.set(credit.lineId, debit.lineId)
    free.take(credit)
  }
  const doubt = (some: Read[], debit: Movement) => {
    for (const { lineId } of some)
      if (!found.perhaps.has(lineId)) found.perhaps.set(lineId, debit.lineId)
  }
  const byDay = debits
    .toSorted(
      (one, other) =>
        compareText(one.bookedOn, other.bookedOn) || compareText(one.lineId, other.lineId),
    )
    .map(readOf)
  for (const ofDay of Map.groupBy(byDay, ({ day }) => day).values()) {
    const unnamed = ofDay.filter((debit) => {
      const named = free.named(debit)
      if (named && debit.waits) doubt([named], debit)
      else if (named) takeBack(named, debit)
      return !named
    })
    // Those that say most come first: a bare word leaves them their credits.
    let left = unnamed
    for (const way of [repeated, worded]) {
      const meant = left.flatMap((debit) => way(debit, free) ?? [])
      left = left.filter((debit) => !meant.some((one) => one.debit === debit))
      settle(meant, takeBack, doubt)
    }
    const bare = left.filter(takesBack)
    const [first] = bare
    if (!first) continue
    const credits = free.within(first.day - reversedByWordsWithin, first.day) ?? []
    // A word alone is about the one credit there is; its other words belong to another.
    const wordless = bare.filter(
      ({ narration, words, waits, isMarked }) =>
        !waits && words.size === 0 && (isMarked || saysReversal(narration)),
    )
    if (wordless.length === bare.length && wordless.length >= credits.length)
      for (const [at, credit] of credits.entries()) takeBack(credit, wordless[at] ?? first)
    else doubt(credits, first)
  }
  return found
}

const takesBack = ({ narration, isMarked }: Movement) => isMarked || saysReturn(narration)

type Meant = { debit: Read; credits: Read[]; isSure: boolean }

/** As many debits as credits of one meaning take all of them back; fewer leave each in doubt. */
const settle = (
  meant: Meant[],
  takeBack: (credit: Read, debit: Movement) => void,
  doubt: (credits: Read[], debit: Movement) => void,
) => {
  const meaning = ({ credits }: Meant) => credits.map(({ lineId }) => lineId).join(' ')
  const taken = new Set<Read>()
  const groups = [...Map.groupBy(meant, meaning).values()]
  const size = ([first]: Meant[]) => first?.credits.length ?? 0
  for (const group of groups.toSorted((one, other) => size(one) - size(other))) {
    const [first] = group
    if (!first) continue
    const credits = first.credits.filter((credit) => !taken.has(credit))
    if (
      group.some(({ debit, isSure }) => debit.waits || !isSure) ||
      group.length < credits.length
    ) {
      doubt(credits, first.debit)
      continue
    }
    for (const [at, credit] of credits.entries()) {
      taken.add(credit)
      takeBack(credit, (group[at] ?? first).debit)
    }
  }
}

type Credits = ReturnType<typeof openCredits>

/** The debit has the whole text of a credit, with or without a word for returning. */
const repeated = (debit: Read, free: Credits): Meant | null => {
  const before = free.within(debit.day - reversedByWordsWithin, debit.day, maxCompared)
  const credits = (before ?? []).filter(
    ({ words, plain }) =>
      words.size > 0 && plain.length >= shortestText && debit.plain.includes(plain),
  )
  return credits.length > 0 ? { debit, credits, isSure: true } : null
}

/** The debit says that it is a reversal, and has words of a credit: of several, those with most. */
const worded = (debit: Read, free: Credits): Meant | null => {
  if (!takesBack(debit)) return null
  const sharing = (from: number, to: number) => {
    const shared = (free.within(from, to, maxCompared) ?? []).map((credit) => ({
      credit,
      count: [...credit.words].filter((word) => debit.words.has(word)).length,
    }))
    const most = Math.max(0, ...shared.map(({ count }) => count))
    const credits = shared.filter(({ count }) => count > 0 && count === most)
    // Two people may share a name, and all lines name the shop.
    const isSure = credits.every(
      ({ credit }) => Math.min(credit.words.size, debit.words.size) < 2 * most,
    )
    return { credits: credits.map(({ credit }) => credit), isSure }
  }
  const before = sharing(debit.day - reversedByWordsWithin, debit.day)
  if (before.credits.length > 0) return { debit, ...before }
  // A credit of the next day may be one that was posted late, or the customer's second try.
  const { credits } = sharing(debit.day + 1, debit.day + 1)
  return credits.length > 0 ? { debit, credits, isSure: false } : null
}

/** The credits that nothing has taken back yet, by day and by reference. */
const openCredits = (credits: Movement[]) => {
  const days = new Map<number, Set<Read>>()
  const references = new Map<string, Map<number, Set<Read>>>()
  const add = (some: Map<number, Set<Read>>, credit: Read) =>
    some.set(credit.day, (some.get(credit.day) ?? new Set<Read>()).add(credit))
  const inOrder = credits.toSorted((one, other) => compareText(one.lineId, other.lineId))
  for (const credit of inOrder.map(readOf)) {
    add(days, credit)
    for (const reference of credit.references) {
      const named = references.get(reference) ?? new Map<number, Set<Read>>()
      references.set(reference, named)
      add(named, credit)
    }
  }
  return {
    take: (credit: Read) => {
      days.get(credit.day)?.delete(credit)
      for (const reference of credit.references)
        references.get(reference)?.get(credit.day)?.delete(credit)
    },
    /** By day and id; null where there are more than `most`. */
    within: (from: number, to: number, most = Number.POSITIVE_INFINITY): Read[] | null => {
      const found: Read[] = []
      for (let day = from; day <= to; day++) {
        const ofDay = days.get(day)
        if (found.length + (ofDay?.size ?? 0) > most) return null
        if (ofDay) found.push(...ofDay)
      }
      return found
    },
    /** The one credit whose reference the debit has; one that several credits have names none. */
    named: (debit: Read): Read | undefined => {
      const named = new Set<Read>()
      for (const reference of debit.references) {
        const byDay = references.get(reference)
        if (!byDay) continue
        for (let day = debit.day - byReferenceWithin; day <= debit.day + byReferenceBefore; day++)
          for (const credit of byDay.get(day) ?? []) {
            named.add(credit)
            if (named.size > 1) return
          }
      }
      const [only] = named
      return only
    },
  }
}

/**
 * Which credits give back what left the account before: the debit's reference, or its whole text, came
 * again as money. Each is looked at by itself, so that a debit may be given back by several.
 *
 * @param debits that do not take anything back themselves
 */
export const givenBack = (credits: Movement[], debits: Movement[]): Map<string, string> => {
  const sent = openCredits(debits.filter((debit) => !takesBack(debit)))
  const found = new Map<string, string>()
  for (const credit of credits.map(readOf)) {
    const named = sent.named(credit)
    const repeats = named ? null : repeated(credit, sent)
    const debit = named ?? (repeats?.credits.length === 1 ? repeats.credits[0] : undefined)
    if (debit && debit.day <= credit.day) found.set(credit.lineId, debit.lineId)
  }
  return found
}
