/**
 * The inputs and outputs of `matchPayments`: plain values, so that a read model, a process manager
 * and a simulator can all build them. Decision 209.
 */

/** An order that still expects money. */
export type OpenOrder = {
  orderId: string
  /** The code the customer was told to write on the transfer; null if there is none. */
  paymentCode: string | null
  expectedKobo: number
  /** The sum of its allocations. An order that is fully paid has no candidates. */
  receivedKobo: number
  /** The name of the account the customer paid from, as typed. */
  accountName: string
  /** The customer's own name, of the form's two fields; empty or left out when it is not known. */
  customerName?: string
  /** A day in Lagos, `YYYY-MM-DD`. */
  createdOn: string
  /** The same for all orders of one customer. */
  customerKey: string
  /** Bank references and session ids read from its proof. */
  proofReferences: string[]
  /** Lines that staff matched to the customer's earlier orders; omitted if unknown. */
  paidBefore?: Pick<OpenLine, 'payer' | 'narration'>[]
}

/** A credit, part of which can still pay for an order. */
export type OpenLine = {
  lineId: string
  amountKobo: number
  /** The amount not yet allocated. A line with nothing free fits no order. */
  freeKobo: number
  /** A day in Lagos, `YYYY-MM-DD`. */
  bookedOn: string
  /** Who paid, if the statement names a payer apart from the narration; otherwise empty. */
  payer: string
  narration: string
  /** The bank's own reference, or empty. */
  reference: string
}

export type MatchingInput = {
  /** All open orders and lines, since whether a match is unique depends on the others. */
  orders: OpenOrder[]
  lines: OpenLine[]
  /** The names of the shop and its accounts, which narrations contain in addition to the payer. */
  shopNames: string[]
  /** A shortfall up to this still counts as exact if a code or reference matches. Default 0. */
  toleranceKobo?: number
}

/** In the order in which they are tried: a candidate's rule is the first that matches. */
export const matchingRules = ['code', 'reference', 'names', 'name', 'sum', 'difference'] as const
export type MatchingRule = (typeof matchingRules)[number]

/** The evidence for a candidate, whichever rule found it. */
export type Signals = {
  /** The payment code or order id appears in a line's narration or references. */
  code: boolean
  /** A bank reference or session id from the proof matches one of a line's. */
  reference: boolean
  /**
   * The free money equals what the order, or all the orders that it pays for, still need, within
   * the tolerance.
   */
  amount: boolean
  /** Two words of the account name, or a company's whole name, match each line's payer. */
  names: boolean
  /** Each line's payer has another name but, according to staff, has paid for this customer before. */
  history: boolean
  /** Each line was booked from one day before the order's day to three days after. */
  time: boolean
}

/** Money that may pay for an order. */
export type Candidate = {
  lines: OpenLine[]
  /** The free money of all these lines together. */
  amountKobo: number
  rule: MatchingRule
  signals: Signals
  /**
   * This line fits no other order, and this order fits no other line; otherwise a person has to
   * choose.
   */
  only: boolean
  /**
   * The other orders of the customer that the line pays for too; empty except for the rule `sum`.
   */
  alsoPays: string[]
}

/** How many candidates have a key in the review queue. */
export const maxCandidates = 9
