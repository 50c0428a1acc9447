import { lagosDay } from '@strand/contracts/lagos-time'
import { serverNow } from '../api/server-time.ts'

/** Today on the shop's clock. */
export const today = (): string => lagosDay(new Date(serverNow()).toISOString())
