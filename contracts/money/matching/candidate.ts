/**
 * The values that `matchPayments` takes and gives. They are plain, so that a read model, a process
 * manager and a simulator can all make them. Decision 209.
 */

/** An order that still expects money. */
export type OpenOrder = {
  orderId: string
  /** The code that the customer was given to write on the transfer; null when there is none. */
  paymentCode: string | null
  expectedKobo: number
  /** What its allocations sum up to. An order that has got its money has no candidates. */
  receivedKobo: number
  /** The name of the account that the customer paid from, as the customer typed it. */
  accountName: string
  /** The customer's own name, of the form's two fields; empty or left out when it is not known. */
  customerName?: string
  /** A day in Lagos, `YYYY-MM-DD`. */
  createdOn: string
  /** Equal for the orders of one customer. */
  customerKey: string
  /** Bank references and session ids that were read from its proof. */
  proofReferences: string[]
  /** What lines said that staff matched to earlier orders of the customer; left out when nothing is known. */
  paidBefore?: Pick<OpenLine, 'payer' | 'narration'>[]
}

/** A credit of which a part is still free to pay an order. */
export type OpenLine = {
  lineId: string
  amountKobo: number
  /** What no allocation has taken yet. A line with nothing free fits no order. */
  freeKobo: number
  /** A day in Lagos, `YYYY-MM-DD`. */
  bookedOn: string
  /** Who paid, where the statement names a payer apart from the narration; else empty. */
  payer: string
  narration: string
  /** The bank's own reference, or empty. */
  reference: string
}

export type MatchingInput = {
  /** All open orders and lines: whether a match is the only one depends on the others. */
  orders: OpenOrder[]
  lines: OpenLine[]
  /** What the shop and its bank accounts are called: a narration names them beside the payer. */
  shopNames: string[]
  /** Short by at most that is exact where a code or a reference holds. Default 0. */
  toleranceKobo?: number
}

/** In the order in which they are tried: the first that holds is the rule of a candidate. */
export const matchingRules = ['code', 'reference', 'names', 'name', 'sum', 'difference'] as const
export type MatchingRule = (typeof matchingRules)[number]

/** What speaks for a candidate, whichever rule found it. */
export type Signals = {
  /** The payment code or the order id is in a line's narration or one of its references. */
  code: boolean
  /** A bank reference or session id of the proof is a line's. */
  reference: boolean
  /** The free money is what the order, or all orders that it pays, still need, within the tolerance. */
  amount: boolean
  /** Two words of the account name, or a company's whole name, are each line's payer's. */
  names: boolean
  /** The payer of each line, of another name, has paid for the customer before, as staff said. */
  history: boolean
  /** Each line was booked from one day before the order's day to three days after. */
  time: boolean
}

/** Money that may be an order's. */
export type Candidate = {
  lines: OpenLine[]
  /** The free money of the lines together. */
  amountKobo: number
  rule: MatchingRule
  signals: Signals
  /** The line fits no other open order, and the order no other open line; else it is a choice. */
  only: boolean
  /** The other orders of the customer that the line pays too; empty except for the rule `sum`. */
  alsoPays: string[]
}

/** How many have a key in the review queue. */
export const maxCandidates = 9
