import { referencesOf } from '@strand/contracts/money/matching/codes'
import { plainCapitals, wordsOf } from '@strand/contracts/money/matching/words'
import { referencesIn } from '@strand/contracts/money/references'
import { saysReturn, saysReversal } from '@strand/contracts/money/return-words'
import { reversedByWordsWithin, tellingWords } from '@strand/contracts/money/telling-words'

/**
 * A credit or debit in the search for reversals. All movements of a search have the same amount.
 */
export type Movement = {
  lineId: string
  bookedOn: string
  narration: string
  reference: string
  /** Whether the bank marked the line as a return, whatever its text says. */
  isMarked: boolean
  /**
   * Whether the line is probably the same as a known one. Such a debit can only put credits in
   * doubt.
   */
  waits: boolean
}

/**
 * Both maps have the ids of credits as keys. The value in `sure` is the debit that takes the credit
 * back; in `perhaps`, a debit that may take it back.
 */
export type Reversals = { sure: Map<string, string>; perhaps: Map<string, string> }

/**
 * In days: how much later than its credit a debit with the credit's reference may be dated, for
 * example a chargeback.
 */
const byReferenceWithin = 60
/**
 * In days: how much earlier than its credit such a debit may be dated, because banks post late and
 * backdate.
 */
const byReferenceBefore = 7

/** In days: how far before and after a debit its credit may be. */
export const reversalReach = { before: byReferenceWithin, after: byReferenceBefore }

/** Above this number of credits, texts are not compared, and all the credits are in doubt. */
const maxCompared = 200

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000
const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

type Read = Movement & {
  day: number
  references: Set<string>
  /** The words that distinguish this movement from others. */
  words: Set<string>
  plain: string
}

/** A shorter text is too vague to prove that a debit repeats it. */
const shortestText = 12

const ownReference = (reference: string) => referencesIn(reference)[0] ?? ''

const readOf = (movement: Movement): Read => {
  const all = wordsOf(plainCapitals(movement.narration))
  return {
    ...movement,
    day: dayNumber(movement.bookedOn),
    // Excludes references that may belong to a batch, because unrelated lines share them.
    references: referencesOf({ ...movement, reference: ownReference(movement.reference) }),
    words: new Set(tellingWords(all)),
    plain: all.join(''),
  }
}

/**
 * Finds which debits take back which credits. Such a debit names a credit's reference, repeats its
 * text, or says that it is a reversal. A debit takes back at most one credit, and each credit is
 * taken back at most once. If a debit could concern several credits, or an unknown one, each
 * candidate is in doubt, and a person decides. The search goes day by day, so lines dated more than
 * 7 days later do not change the result. See decision 288.
 *
 * @param debits debits with the same account and amount as `credits`
 * @param credits credits that no earlier debit takes back
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
    // The most specific texts come first, so that a bare "reversal" gets only the remaining
    // credits.
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
    // If all these debits say only "reversal", and there are at least as many debits as credits,
    // they take back all the credits. A debit with other words may concern an unknown credit.
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
 * Decides about debits that concern the same credits: if there are at least as many debits as
 * credits, the debits take back all the credits; otherwise, each credit is in doubt.
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

/** The credits whose whole text this debit contains, whether or not it says "reversal". */
const repeated = (debit: Read, free: Credits): Meant | null => {
  const before = free.within(debit.day - reversedByWordsWithin, debit.day, maxCompared)
  const credits = (before ?? []).filter(
    ({ words, plain }) =>
      words.size > 0 && plain.length >= shortestText && debit.plain.includes(plain),
  )
  return credits.length > 0 ? { debit, credits, isSure: true } : null
}

/**
 * The credits that share the most words with this debit; null unless the debit says that it is a
 * reversal.
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
    // A few shared words are not enough: two people can share a name, and every line names the
    // shop.
    const isSure = credits.every(
      ({ credit }) => Math.min(credit.words.size, debit.words.size) < 2 * most,
    )
    return { credits: credits.map(({ credit }) => credit), isSure }
  }
  const before = sharing(debit.day - reversedByWordsWithin, debit.day)
  if (before.credits.length > 0) return { debit, ...before }
  // A credit dated the day after the debit may have been posted late, or may be the customer's
  // second try.
  const { credits } = sharing(debit.day + 1, debit.day + 1)
  return credits.length > 0 ? { debit, credits, isSure: false } : null
}

/** The credits that no debit has taken back yet, by day and by reference. */
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
    /** The credits of these days, sorted by day and id; null if there are more than `most`. */
    within: (from: number, to: number, most = Number.POSITIVE_INFINITY): Read[] | null => {
      const found: Read[] = []
      for (let day = from; day <= to; day++) {
        const ofDay = days.get(day)
        if (found.length + (ofDay?.size ?? 0) > most) return null
        if (ofDay) found.push(...ofDay)
      }
      return found
    },
    /**
     * The only credit that shares a reference with this debit; undefined if no credit or more than
     * one does.
     */
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
 * Finds the credits that give back money that left the account earlier: such a credit has a debit's
 * reference, or repeats the debit's whole text. Each credit is examined on its own, so several can
 * give back the same debit.
 *
 * @param debits debits of the same account and amount; returns among them are ignored
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
