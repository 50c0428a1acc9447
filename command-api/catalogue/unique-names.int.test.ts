import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { openUniqueNames } from './unique-names.ts'

test('of several processes, only one at a time claims names of a kind', async () => {
  const { pool } = await testDatabase()
  await migrate(pool, 'command-api', new URL('../migrations/', import.meta.url))
  // Each of these processes has a queue of its own, like a separate process.
  const processes = Array.from({ length: 5 }, () => openUniqueNames(pool))
  const holders = new Map<string, string>()
  const hasName = async (holder: string) => [...holders.values()].includes(holder)
  let inside = 0
  let mostInside = 0
  const outcomes = await Promise.allSettled(
    processes.map((names) => {
      const holder = crypto.randomUUID()
      return names.reserve({ kind: 'product', holder }, hasName, async (claim) => {
        await claim('Wig')
        mostInside = Math.max(mostInside, ++inside)
        await new Promise((resolve) => setTimeout(resolve, 20))
        holders.set('Wig', holder)
        inside -= 1
      })
    }),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    ...Array(4).fill('rejected'),
  ])
  expect(mostInside).toBe(1)
})

test('failed work leaves the name to the next caller', async () => {
  const { pool } = await testDatabase()
  await migrate(pool, 'command-api', new URL('../migrations/', import.meta.url))
  const names = openUniqueNames(pool)
  const reserve = (work: () => Promise<string>) =>
    names.reserve(
      { kind: 'product', holder: crypto.randomUUID() },
      async () => false,
      async (claim) => {
        await claim('Wig')
        return work()
      },
    )
  await expect(reserve(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await reserve(async () => 'mine')).toBe('mine')
})
