import { Rejected } from '@strand/event-sourcing/errors'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { openShop } from '../../testing/test-shop.ts'
import { recordLine, someOrigin } from '../testing/record-line.ts'
import { handleBankLineCommand } from './handler.ts'

const races = repetitions({ usual: 300, long: 2_000 })
const atOnce = 50

test(`if two people match one line at once, one of them wins: ${races} times`, async () => {
  let collisions = 0
  const shop = await openShop((store) => ({
    ...store,
    append: async (...batch) => {
      const result = await store.append(...batch)
      if (!result.ok) collisions += 1
      return result
    },
  }))
  const match = (lineId: string, orderId: string) =>
    handleBankLineCommand(
      shop.eventStore,
      lineId,
      {
        type: 'MatchLine',
        allocations: [{ orderId, amountKobo: 15_250_000 }],
        rule: 'by hand',
        approving: null,
      },
      someOrigin(),
    )
  const race = async () => {
    const { lineId } = await recordLine(shop)
    const results = await Promise.allSettled([match(lineId, 'A'), match(lineId, 'B')])
    const lost = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(lost).toHaveLength(1)
    expect(lost[0]).toBeInstanceOf(Rejected)
    expect(lost[0]).toMatchObject({ code: 'conflict' })
  }
  for (let raced = 0; raced < races; raced += atOnce)
    await Promise.all(Array.from({ length: atOnce }, race))
  const { rows } = await shop.pool.query(
    `select count(*)::int as matches, count(distinct stream)::int as lines
     from event_log.event where type = 'BankLineMatched'`,
  )
  expect(rows).toEqual([{ matches: races, lines: races }])
  // The commands must have collided in the log, not run one after the other.
  expect(collisions).toBeGreaterThan(races / 2)
})
