/**
 * The input and output of `matchPayments`: plain values, which read models, process managers and
 * simulators can all build. Decision 209.
 */

export type OpenOrder = {
  orderId: string
  /** The code that the customer was asked to write on the transfer; null if there is none. */
  paymentCode: string | null
  expectedKobo: number
  /** The sum of the order's allocations. A fully paid order has no candidates. */
  receivedKobo: number
  /**
   * Whether the order was approved already; absent for a pending order. An approved order that
   * still lacks money competes for lines as a pending one does.
   */
  isApproved?: boolean
  accountName: string
  /** The customer's own name, as typed in the form's two fields; empty or absent if unknown. */
  customerName?: string
  /** A day in Lagos, `YYYY-MM-DD`. */
  createdOn: string
  /** Equal for all orders of a customer. */
  customerKey: string
  /** Bank references and session ids that were read from the order's proofs. */
  proofReferences: string[]
  /** Lines that staff matched with the customer's earlier orders; absent if unknown. */
  paidBefore?: Pick<OpenLine, 'payer' | 'narration'>[]
}

/** A credit with money left to pay for an order. */
export type OpenLine = {
  lineId: string
  amountKobo: number
  /** The amount that is not allocated yet. A line with none left fits no order. */
  freeKobo: number
  /** A day in Lagos, `YYYY-MM-DD`. */
  bookedOn: string
  /** The payer, if the statement has a field for it; otherwise empty. */
  payer: string
  narration: string
  /** The bank's own reference; may be empty. */
  reference: string
}

export type MatchingInput = {
  /** All open orders and lines: whether a match is the only one depends on the others. */
  orders: OpenOrder[]
  lines: OpenLine[]
  /**
   * The names of the shop and of its accounts. Narrations contain these names as well as the
   * payer's.
   */
  shopNames: string[]
  /** How many kobo may be missing if a code or reference matches. Default 0. */
  toleranceKobo?: number
}

/** The rules, in the order in which they are tried: a candidate gets the first one that matches. */
export const matchingRules = ['code', 'reference', 'names', 'name', 'sum', 'difference'] as const
export type MatchingRule = (typeof matchingRules)[number]

export type Signals = {
  /** A line's narration or reference contains the payment code or the order id. */
  code: boolean
  /** A bank reference or session id from the proof is also in a line. */
  reference: boolean
  /**
   * The lines' free money equals, within the tolerance, what the order needs. If the money pays for
   * several orders, it equals what they need together.
   */
  amount: boolean
  /** In each line, two words of the account name, or a company's whole name, match the payer. */
  names: boolean
  /**
   * In each line, the payer has another name, but paid for this customer before, according to
   * staff.
   */
  history: boolean
  /** Each line was booked between one day before the order's day and three days after. */
  time: boolean
}

export type Candidate = {
  lines: OpenLine[]
  /** The free money of all these lines together. */
  amountKobo: number
  rule: MatchingRule
  signals: Signals
  /**
   * Whether the lines fit no other order, and the order fits no other line. If not, a person must
   * choose.
   */
  only: boolean
  /** The customer's other orders that the line also pays for; empty except for the rule `sum`. */
  alsoPays: string[]
  /** Approved orders that still lack money and that one of the lines also fits; at most nine. */
  alsoFits: string[]
}

/** The maximum number of candidates: the review queue has a key for each. */
export const maxCandidates = 9
