import { lagosDay } from '@strand/contracts/lagos-time'
import { type LogProofOptions, startLogProof } from '@strand/log-proof/follower'

/** Keeps the proof of the log, with the days of the shop. */
export const startShopLogProof = (options: Omit<LogProofOptions, 'dayOf'>) =>
  startLogProof({ ...options, dayOf: lagosDay })
