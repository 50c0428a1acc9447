import { type HonestOutcome, type HonestPlan, honestDay } from './honest-day.ts'

// The honest, in a process of their own: what the stranger costs their sockets is not what is measured.

/** As it goes between processes. */
export type ToldOutcome = Omit<HonestOutcome, 'times'> & { times: [string, number[]][] }

process.once('message', async (plan: HonestPlan & { receipt: string }) => {
  const day = await honestDay({ ...plan, receipt: Buffer.from(plan.receipt, 'base64') })
  process.send?.({ ...day, times: [...day.times] } satisfies ToldOutcome)
  process.disconnect()
})
