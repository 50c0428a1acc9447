import { lagosDay } from '@strand/contracts/lagos-time'
import { type LogProofOptions, startLogProof } from '@strand/log-proof/follower'

/** Maintains the proof of the log, with days as the shop counts them. */
export const startShopLogProof = (options: Omit<LogProofOptions, 'dayOf'>) =>
  startLogProof({ ...options, dayOf: lagosDay })
