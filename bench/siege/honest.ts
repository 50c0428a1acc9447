import { type HonestOutcome, type HonestPlan, honestDay } from './honest-day.ts'

// The honest customers, in their own process, so that the stranger's sockets do not slow theirs.

/** As it goes between processes. */
export type ToldOutcome = Omit<HonestOutcome, 'times'> & { times: [string, number[]][] }

process.once('message', async (plan: HonestPlan & { receipt: string }) => {
  const day = await honestDay({ ...plan, receipt: Buffer.from(plan.receipt, 'base64') })
  process.send?.({ ...day, times: [...day.times] } satisfies ToldOutcome)
  process.disconnect()
})
