import { lagosDay } from '@strand/contracts/lagos-time'
import { serverNow } from '../shared/api/server-time.ts'

const oneDay = 86_400_000

/** How many days a span has, both ends included. */
export const daysOf = ({ from, to }: { from: string; to: string }): number =>
  (Date.parse(to) - Date.parse(from)) / oneDay + 1

export const today = (): string => lagosDay(new Date(serverNow()).toISOString())
