import { type HonestOutcome, type HonestPlan, honestDay } from './honest-day.ts'

// The honest customers, in a process of their own, so that the attacker's sockets do not slow them
// down.

/** The outcome in a form that processes can send. */
export type ToldOutcome = Omit<HonestOutcome, 'times'> & { times: [string, number[]][] }

process.once('message', async (plan: HonestPlan & { receipt: string }) => {
  const day = await honestDay({ ...plan, receipt: Buffer.from(plan.receipt, 'base64') })
  process.send?.({ ...day, times: [...day.times] } satisfies ToldOutcome)
  process.disconnect()
})
