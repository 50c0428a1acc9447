import { seededRandom } from '@strand/all-in-one/demo/people'
import { type Attacker, attacks } from './attacks.ts'
import { clientFrom } from './client.ts'
import type { Stock } from './order-form.ts'

// The attacker, in a process of its own. From every network, runs one attack after the other, each
// network beginning with a different one, until a message stops it. Then the attacker reports the
// answers.

export type AttackPlan = {
  port: number
  networks: number
  stock: Stock
  staffEmail: string
  seed: number
}
/** How often each attack got each status; 0 means no answer. */
export type Outcome = Record<string, Record<string, number>>

/**
 * How many attacks one network runs at once: the shop's limit for uploads in transit from one
 * network.
 */
const placesEach = 4
/** In milliseconds. */
const pauseBetween = 100

process.once('message', (orders: AttackPlan) => {
  const outcome: Outcome = {}
  let over = false
  const names = Object.keys(attacks)
  const attackFrom = async (_: unknown, number: number) => {
    // A /24 network of its own.
    const address = `127.${10 + (number % orders.networks)}.0.1`
    const stranger: Attacker = {
      port: orders.port,
      stock: orders.stock,
      staffEmail: orders.staffEmail,
      address,
      client: clientFrom(orders.port, address),
      random: seededRandom(orders.seed + number),
    }
    for (let turn = number; !over; turn++) {
      const name = names[turn % names.length] ?? ''
      const answer = await attacks[name]?.(stranger)
      const counted = outcome[name] ?? {}
      counted[answer?.status ?? 0] = (counted[answer?.status ?? 0] ?? 0) + 1
      outcome[name] = counted
      await new Promise((resolve) => setTimeout(resolve, pauseBetween))
    }
    stranger.client.close()
  }
  const attacking = Array.from({ length: orders.networks * placesEach }, attackFrom)
  process.once('message', async () => {
    over = true
    await Promise.all(attacking)
    process.send?.(outcome)
    process.disconnect()
  })
})
