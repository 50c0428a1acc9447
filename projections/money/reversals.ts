import { referencesOf } from '@strand/contracts/money/matching/codes'
import { plainCapitals, wordsOf } from '@strand/contracts/money/matching/words'
import { referencesIn } from '@strand/contracts/money/references'
import { saysReturn, saysReversal } from '@strand/contracts/money/return-words'
import { reversedByWordsWithin, tellingWords } from '@strand/contracts/money/telling-words'

/** A credit or debit in the search for reversals; all of them have the same amount. */
export type Movement = {
  lineId: string
  /** `YYYY-MM-DD`. */
  bookedOn: string
  narration: string
  reference: string
  /** The bank marked it as a return, whatever its text says. */
  isMarked: boolean
  /** It may repeat a known line in other words; such a debit only raises doubts. */
  waits: boolean
}

/** For each credit's id, the debit that takes it back, and the debit that possibly does. */
export type Reversals = { sure: Map<string, string>; perhaps: Map<string, string> }

/** A debit that names a credit's reference can be this many days later than the credit, as a chargeback is. */
const byReferenceWithin = 60
/**
 * A debit with a credit's reference can be dated this many days before it: banks post late and
 * backdate.
 */
const byReferenceBefore = 7

/** How many days before and after a debit the credit that it takes back can be. */
export const reversalReach = { before: byReferenceWithin, after: byReferenceBefore }

/**
 * At most this many credits are compared word by word; if there are more, all of them are in doubt.
 */
const maxCompared = 200

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000
const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

type Read = Movement & {
  day: number
  references: Set<string>
  /** The words that distinguish it from others. */
  words: Set<string>
  /** Only the letters and digits of its text. */
  plain: string
}

/** A shorter text is too vague to prove that the debit repeats it. */
const shortestText = 12

const ownReference = (reference: string) => referencesIn(reference)[0] ?? ''

const readOf = (movement: Movement): Read => {
  const all = wordsOf(plainCapitals(movement.narration))
  return {
    ...movement,
    day: dayNumber(movement.bookedOn),
    // Other references may be those of a batch, which unrelated lines share.
    references: referencesOf({ ...movement, reference: ownReference(movement.reference) }),
    words: new Set(tellingWords(all)),
    plain: all.join(''),
  }
}

/**
 * Finds which debits take back which credits. Such a debit names a credit's reference, repeats its
 * text, or says that it is a reversal. A debit takes back at most one credit, and a credit is taken
 * back only once. If a debit could be about several credits, or an unknown one, each candidate is
 * in doubt, and a person decides. Debits are processed day by day, so that nothing dated more than
 * 7 days later changes the result. See decision 288.
 *
 * @param debits those with the same account and amount as `credits`
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
    // The most specific texts come first, so that a bare "reversal" only gets the credits left
    // over.
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
    // Debits that say nothing but "reversal" take back all credits if there are at least as many
    // debits; a debit with other words may be about an unknown credit.
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

/**
 * If several debits are about the same credits, and there are at least as many debits as credits,
 * all these credits are taken back; if there are fewer debits, each credit is in doubt.
 */
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

/** The credits whose whole text the debit contains, whether or not it says "reversal". */
const repeated = (debit: Read, free: Credits): Meant | null => {
  const before = free.within(debit.day - reversedByWordsWithin, debit.day, maxCompared)
  const credits = (before ?? []).filter(
    ({ words, plain }) =>
      words.size > 0 && plain.length >= shortestText && debit.plain.includes(plain),
  )
  return credits.length > 0 ? { debit, credits, isSure: true } : null
}

/**
 * If the debit says that it is a reversal: the credits that share the most words with it.
 */
const worded = (debit: Read, free: Credits): Meant | null => {
  if (!takesBack(debit)) return null
  const sharing = (from: number, to: number) => {
    const shared = (free.within(from, to, maxCompared) ?? []).map((credit) => ({
      credit,
      count: [...credit.words].filter((word) => debit.words.has(word)).length,
    }))
    const most = Math.max(0, ...shared.map(({ count }) => count))
    const credits = shared.filter(({ count }) => count > 0 && count === most)
    // Two people can share a name, and every line names the shop.
    const isSure = credits.every(
      ({ credit }) => Math.min(credit.words.size, debit.words.size) < 2 * most,
    )
    return { credits: credits.map(({ credit }) => credit), isSure }
  }
  const before = sharing(debit.day - reversedByWordsWithin, debit.day)
  if (before.credits.length > 0) return { debit, ...before }
  // A credit dated the next day may have been posted late, or may be the customer's second try.
  const { credits } = sharing(debit.day + 1, debit.day + 1)
  return credits.length > 0 ? { debit, credits, isSure: false } : null
}

/** Finds the credits that have not been taken back yet by day and by reference. */
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
    /** Sorted by day and id; null if there are more than `most`. */
    within: (from: number, to: number, most = Number.POSITIVE_INFINITY): Read[] | null => {
      const found: Read[] = []
      for (let day = from; day <= to; day++) {
        const ofDay = days.get(day)
        if (found.length + (ofDay?.size ?? 0) > most) return null
        if (ofDay) found.push(...ofDay)
      }
      return found
    },
    /** The only credit with a reference of the debit; undefined if several credits share it. */
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
 * Finds which credits give back money that left the account earlier: a credit has the debit's
 * reference or repeats its whole text. Credits are examined separately, so several can give back
 * the same debit.
 *
 * @param debits those that are returns themselves are ignored
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
