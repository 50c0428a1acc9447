import { lagosDay } from '@strand/contracts/lagos-time'
import { type LogProofOptions, startLogProof } from '@strand/log-proof/follower'

/** Maintains the proof of the log; its days are the shop's business days. */
export const startShopLogProof = (options: Omit<LogProofOptions, 'dayOf'>) =>
  startLogProof({ ...options, dayOf: lagosDay })
