import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldClock } from '../testing/held-clock.ts'
import { seed } from '../testing/random.ts'
import { openBudget } from './budget.ts'
import { openPlaces, openSlowLane, type Place } from './places.ts'

type Options = Omit<Parameters<typeof openPlaces>[0], 'clock'>

const open = (options: Options) => {
  const time = heldClock()
  return { ...time, places: openPlaces({ ...options, clock: time.clock }) }
}
const from = (network: string, signal?: AbortSignal) => ({ client: network, network, signal })
const codeOf = (error: unknown) => (error as { code: string }).code

describe('turns', () => {
  test('among twenty networks that ask for as much as they can, a new one waits for two turns', async () => {
    const { places, pass, sleep } = open({ atOnce: 1, queue: 60 })
    const served: string[] = []
    const work = (network: string) =>
      places.use(from(network), async () => {
        served.push(network)
        await sleep(700)
      })
    let isOver = false
    const greedy = Array.from({ length: 20 }, async (_, number) => {
      while (!isOver) await work(`greedy ${number}`)
    })
    await pass(60_000)
    const before = served.length
    const honest = work('honest')
    await pass(2_000)
    expect(served.slice(before, before + 3)).toContain('honest')
    isOver = true
    await pass(60_000)
    await Promise.all([...greedy, honest])
  })

  test('a network whose work costs ten times as much gets a tenth of the turns', async () => {
    const { places, pass, sleep } = open({ atOnce: 1, queue: 10 })
    const turns = { cheap: 0, dear: 0 }
    let isOver = false
    const keepAsking = async (network: 'cheap' | 'dear', cost: number) => {
      while (!isOver)
        await places.use(from(network), async (place) => {
          turns[network] += 1
          await sleep(cost)
          place.charge(cost)
        })
    }
    // Two claims of each network: with only one, the other network would get a turn whenever that
    // claim ends.
    const all = [1, 2].flatMap(() => [keepAsking('cheap', 10), keepAsking('dear', 100)])
    await pass(20_000)
    expect(turns.cheap / turns.dear).toBeGreaterThan(8)
    expect(turns.cheap / turns.dear).toBeLessThan(12)
    isOver = true
    await pass(2_000)
    await Promise.all(all)
  })

  test('within a network, the first to come is served first', async () => {
    const { places, pass, sleep } = open({ atOnce: 1, queue: 20 })
    const order: number[] = []
    const all = [0, 1, 2, 3].map((number) =>
      places.use(from('ada'), async () => {
        order.push(number)
        await sleep(5)
      }),
    )
    await pass(100)
    await Promise.all(all)
    expect(order).toEqual([0, 1, 2, 3])
  })
})

describe('crowds', () => {
  test('once half of the places are taken, a network gets no more, and others still get in', async () => {
    const { places } = open({ atOnce: 8 })
    const held = await Promise.all(Array.from({ length: 4 }, () => places.take(from('greedy'))))
    await expect(places.take(from('greedy'))).rejects.toMatchObject({ code: 'too-many-requests' })
    for (const network of ['ada', 'obi', 'eze', 'uche']) held.push(await places.take(from(network)))
    await expect(places.take(from('bisi'))).rejects.toMatchObject({ code: 'unavailable' })
    for (const one of held) one.release()
    await expect(places.take(from('bisi'))).resolves.toBeDefined()
  })

  test('once half of the queue is taken, only one claim per network can wait', async () => {
    const { places, pass } = open({ atOnce: 1, queue: 4 })
    const first = await places.take(from('greedy'))
    const waiting = [1, 2].map(() => places.take(from('greedy')))
    await expect(places.take(from('greedy'))).rejects.toMatchObject({ code: 'too-many-requests' })
    const others = ['ada', 'obi'].map((network) => places.take(from(network)))
    first.release()
    await pass(1)
    const given = await Promise.race([...waiting, ...others])
    expect(given).toBe(await others[0])
  })

  test('a full queue admits a newcomer in place of the network with most claims', async () => {
    const { places } = open({ atOnce: 1, queue: 3 })
    const first = await places.take(from('running'))
    const outcomes = [places.take(from('greedy')), places.take(from('greedy')).catch(codeOf)]
    outcomes.push(places.take(from('ada')))
    const late = places.take(from('obi'))
    expect(await outcomes[1]).toBe('too-many-requests')
    await expect(places.take(from('eze'))).rejects.toMatchObject({ code: 'unavailable' })
    first.release()
    for (const one of [outcomes[0], outcomes[2], late]) {
      const place = (await one) as Place
      place.release()
    }
  })

  test('a client has its own limit, even if its network can have more', async () => {
    const { places } = open({ atOnce: 100, perClient: 2, texts: { tooMany: 'Two are enough' } })
    await places.take({ client: 'ada', network: 'mobile' })
    await places.take({ client: 'ada', network: 'mobile' })
    await expect(places.take({ client: 'ada', network: 'mobile' })).rejects.toThrow(
      'Two are enough',
    )
    await expect(places.take({ client: 'obi', network: 'mobile' })).resolves.toBeDefined()
  })

  test('a client with a limit of one waits until its own place is free, and is told so', async () => {
    const { places, pass } = open({ atOnce: 10, queue: 5, perClient: 1, patience: 5_000 })
    const first = await places.take(from('ada'))
    const second = places.take(from('ada'))
    const third = places.take(from('ada')).catch(codeOf)
    await pass(1_000)
    first.release()
    await expect(second).resolves.toBeDefined()
    await pass(5_000)
    expect(await third).toBe('too-many-requests')
  })
})

describe('leaving', () => {
  test('a claimant that goes away stops waiting, and its running work is notified', async () => {
    const { places, pass } = open({ atOnce: 1, queue: 4 })
    const [one, other] = [new AbortController(), new AbortController()]
    const place = await places.take(from('ada', one.signal))
    const waiting = places.take(from('obi', other.signal)).catch(codeOf)
    const third = places.take(from('eze'))
    other.abort()
    expect(await waiting).toBe('invalid')
    expect(place.signal.aborted).toBe(false)
    one.abort()
    expect(place.signal.aborted).toBe(true)
    place.release()
    place.release()
    await pass(1)
    await expect(third).resolves.toBeDefined()
    await expect(places.take(from('ada', one.signal))).rejects.toMatchObject({ code: 'invalid' })
  })

  test('a claimant that waits too long is told to come back', async () => {
    const { places, pass } = open({ atOnce: 1, queue: 4, patience: 5_000, retryAfter: 3 })
    await places.take(from('ada'))
    const waiting = places.take(from('obi'))
    waiting.catch(() => {})
    await pass(4_999)
    await pass(2)
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable', retryAfter: 3 })
  })

  test('work that fails frees its place', async () => {
    const { places } = open({ atOnce: 1 })
    const failing = places.use(from('ada'), async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await places.use(from('obi'), async () => 'done')).toBe('done')
  })
})

describe('slow claimants', () => {
  const slowly = async (place: Place, sleep: (ms: number) => Promise<void>, rate: number) => {
    for (let seconds = 0; seconds < 200; seconds++) {
      await sleep(1_000)
      place.receive(rate)
    }
  }

  test('networks that hold places at 1 kB a second lose them', async () => {
    const { places, pass, sleep } = open({ atOnce: 64, bytes: 100_000_000 })
    const gaveWay = Promise.allSettled(
      Array.from({ length: 64 }, async (_, number) =>
        slowly(await places.take(from(`slow ${number}`)), sleep, 1_000),
      ),
    )
    await pass(20_000)
    const steady = await places.take(from('the slowest line that arrives'))
    const honest = slowly(steady, sleep, 100_000)
    for (let second = 0; second < 190; second++) {
      await pass(1_000)
      await expect(places.take(from(`honest ${second}`))).resolves.toBeDefined()
    }
    await pass(20_000)
    await expect(honest).resolves.toBeUndefined()
    const reasons = (await gaveWay).flatMap((one) =>
      one.status === 'rejected' ? one.reason.code : [],
    )
    expect(new Set(reasons)).toEqual(new Set(['unavailable']))
  })

  test('when there is no room for more bytes, the slowest gives way', async () => {
    const { places, pass } = open({ atOnce: 10, bytes: 1_000_000 })
    const [quick, lazy] = [await places.take(from('quick')), await places.take(from('lazy'))]
    lazy.receive(400_000)
    await pass(60_000)
    quick.receive(500_000)
    quick.receive(200_000)
    expect([quick.signal.aborted, lazy.signal.aborted]).toEqual([false, true])
    expect(() => lazy.receive(1)).toThrow('too slow')
    expect(() => quick.receive(400_000)).toThrow('too slow')
    await expect(places.take(from('third'))).resolves.toBeDefined()
  })

  test('a client that trickles does not block others behind the same address', async () => {
    const { places, pass, sleep } = open({
      atOnce: 256,
      queue: 256,
      perClient: 4,
      queuePerClient: 12,
      bytes: 100_000_000,
    })
    let given = 0
    const trickle = async () => {
      const place = await places.take(from('mast'))
      given += 1
      try {
        await slowly(place, sleep, 8_000)
      } catch {
        given -= 1
      }
    }
    const thief = Array.from({ length: 4 }, trickle)
    await pass(100)
    const taken: Place[] = []
    const ask = () => void places.take(from('mast')).then((place) => taken.push(place))
    ask()
    await pass(6_000)
    expect(taken).toHaveLength(1)
    // The client gets places immediately, because its four slow claims no longer count.
    for (let nth = 0; nth < 3; nth++) ask()
    await pass(1)
    expect(taken).toHaveLength(4)
    for (const one of taken) one.release()
    expect(given).toBe(4)
    // However many slow claims there are, a newcomer waits less than its patience.
    for (let round = 0; round < 10; round++) {
      thief.push(...Array.from({ length: 4 }, trickle))
      taken.length = 0
      ask()
      await pass(12_000)
      expect(taken).toHaveLength(1)
      taken[0]?.release()
      expect(given).toBeLessThanOrEqual(4 * 4)
    }
    await pass(250_000)
    await Promise.all(thief)
  })

  test('networks that trickle do not count as a crowd: an address with several customers keeps its places', async () => {
    const { places, pass, sleep } = open({ atOnce: 256, queue: 256, perClient: 4, bytes: 1e8 })
    const gaveWay = Promise.allSettled(
      Array.from({ length: 240 }, async (_, number) =>
        slowly(await places.take(from(`slow ${number % 120}`)), sleep, 8_000),
      ),
    )
    await pass(10_000)
    const honest = Array.from({ length: 4 }, () => places.take(from('mast')))
    await expect(Promise.all(honest)).resolves.toHaveLength(4)
    await pass(220_000)
    await gaveWay
  })

  test('a form that has arrived counts in full, however long its work waits', async () => {
    const { places, pass } = open({
      atOnce: 256,
      queue: 9,
      perClient: 4,
      bytes: 1e9,
    })
    const held = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const place = await places.take(from('mast'))
        place.receive(250_000)
        place.ended()
        return place
      }),
    )
    const taken: Place[] = []
    void places.take(from('mast')).then((place) => taken.push(place))
    await pass(20_000)
    expect(taken).toHaveLength(0)
    held[0]?.release()
    await pass(1)
    expect(taken).toHaveLength(1)
  })

  test('steady connections of one client all count, and wait for each other', async () => {
    const { places, pass, sleep } = open({ atOnce: 256, queue: 9, perClient: 4, bytes: 1e9 })
    const steady = Array.from({ length: 4 }, async () =>
      slowly(await places.take(from('mast')), sleep, 100_000),
    )
    await pass(20_000)
    const fifth = places.take(from('mast')).catch(codeOf)
    await pass(26_000)
    expect(await fifth).toBe('too-many-requests')
    await pass(200_000)
    await expect(Promise.all(steady)).resolves.toHaveLength(4)
  })
})

test('a client over its budget is slowed down but not refused, whether or not its work succeeded', async () => {
  const time = heldClock()
  const budget = openBudget({ most: 1_000, seconds: 60, now: time.clock.now })
  const places = openPlaces({ atOnce: 4, queue: 10, budget, clock: time.clock })
  const damaged = places.use(from('ada'), async (place) => {
    place.charge(1_001)
    throw new Error('damaged')
  })
  await expect(damaged).rejects.toThrow('damaged')
  const begun: number[] = []
  const work = (network: string, cost: number) =>
    places.use(from(network), async (place) => {
      begun.push(time.clock.now())
      await time.sleep(cost)
      place.charge(cost)
    })
  // Each claim waits for the one before it, and then for four times the length of that one, at most
  // ten seconds.
  const slowed = [work('ada', 100), work('ada', 5_000), work('ada', 1)]
  const other = work('obi', 100)
  await time.pass(20_000)
  await Promise.all([...slowed, other])
  expect(begun).toEqual([0, 0, 500, 15_500])
  await time.pass(60_000)
  begun.length = 0
  const after = [work('ada', 100), work('ada', 100)]
  await time.pass(1_000)
  await Promise.all(after)
  expect(begun[1]).toBe(begun[0])
})

test('beyond a soft limit, requests of one address take turns, but addresses do not wait for each other', async () => {
  const time = heldClock()
  const slowly = openSlowLane({ atOnce: 20, queue: 100, clock: time.clock })
  const begun: [string, number][] = []
  const ask = async (network: string, signal?: AbortSignal) => {
    const rest = await slowly(from(network, signal))
    begun.push([network, time.clock.now()])
    rest(1_000)
  }
  const gone = new AbortController()
  const crowd = Array.from({ length: 24 }, () => ask('mast'))
  const leaving = ask('mast', gone.signal).catch(codeOf)
  gone.abort()
  expect(await leaving).toBe('invalid')
  await time.pass(0)
  await ask('ada')
  await time.pass(24_000)
  await Promise.all(crowd)
  expect(begun).toContainEqual(['ada', 0])
  const times = begun.filter(([network]) => network === 'mast').map(([, at]) => at)
  expect(times).toEqual(Array.from({ length: 24 }, (_, nth) => nth * 1_000))
  const refused: unknown[] = []
  const many = Array.from({ length: 120 }, () => ask('mast').catch((one) => refused.push(one)))
  await time.pass(0)
  // Claims that get a turn in time wait; all others are told immediately when to come back.
  expect(refused.map(codeOf)).toEqual(Array.from({ length: 120 - 25 }, () => 'too-many-requests'))
  const before = begun.length
  await time.pass(25_000)
  await Promise.all(many)
  expect([begun.length - before, refused.length]).toEqual([24, 120 - 25])
})

test('there are never too many places taken, everybody gets an answer, and half of the places are kept for others', async () => {
  const claim = fc.record({
    network: fc.integer({ min: 0, max: 6 }),
    at: fc.integer({ min: 0, max: 3_000 }),
    takes: fc.integer({ min: 1, max: 900 }),
    goesAfter: fc.option(fc.integer({ min: 0, max: 1_500 })),
  })
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 0, max: 8 }),
    fc.array(claim, { maxLength: 60 }),
    async (atOnce, queue, claims) => {
      const { places, pass, sleep } = open({ atOnce, queue, patience: 2_000 })
      const running = new Map<string, number>()
      const count = (network: string, change: number) =>
        running.set(network, (running.get(network) ?? 0) + change)
      const total = () => running.values().reduce((sum, one) => sum + one, 0)
      const answers = claims.map(async ({ network: number, at, takes, goesAfter }) => {
        await sleep(at)
        const network = `network ${number}`
        const going = new AbortController()
        if (goesAfter !== null) sleep(goesAfter).then(() => going.abort())
        try {
          await places.use(from(network, going.signal), async () => {
            if (total() >= atOnce / 2) expect(running.get(network) ?? 0).toBe(0)
            count(network, 1)
            expect(total()).toBeLessThanOrEqual(atOnce)
            await sleep(takes)
            count(network, -1)
          })
          return 'done'
        } catch (error) {
          expect(['invalid', 'unavailable', 'too-many-requests']).toContain(codeOf(error))
          return 'refused'
        }
      })
      await pass(60_000)
      expect(await Promise.all(answers)).toHaveLength(claims.length)
      expect(total()).toBe(0)
      const all = Array.from({ length: atOnce }, (_, number) => places.take(from(`new ${number}`)))
      await expect(Promise.all(all)).resolves.toHaveLength(atOnce)
    },
  )
  await fc.assert(property, { seed, numRuns: 60 })
})
