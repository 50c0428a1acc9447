import { Rejected } from '@strand/event-sourcing/errors'
import type { Budget } from './budget.ts'
import { type Clock, systemClock } from './clock.ts'
import { openTurns } from './turns.ts'

export type Claimant = {
  /** An address, or a member of staff. */
  client: string
  /**
   * If places are scarce, networks take turns. For a stranger, this is the network around the
   * address; for staff, the same as `client`.
   */
  network: string
  /** Aborted when the claimant has gone. */
  signal?: AbortSignal | undefined
}

/** The claimant of work that no request caused. */
export const theShop: Claimant = { client: 'the shop', network: 'the shop' }

export type Place = {
  /**
   * Aborted when the claimant has gone, or when the place is taken away; the reason is a
   * `Rejected`.
   */
  signal: AbortSignal
  /**
   * Adds bytes that have arrived; they count until the place is released. Throws once the place has
   * been taken away.
   */
  receive: (bytes: number) => void
  /**
   * Says that all bytes have arrived. The claimant then no longer counts as slow, however long its
   * work takes.
   */
  ended: () => void
  /**
   * Records what the work cost, in the budget's unit. The cost also delays the claimant's next
   * turn.
   */
  charge: (cost: number) => void
  /** Safe to call more than once. */
  release: () => void
}

export type Places = {
  /**
   * Takes a place when it is the claimant's turn.
   *
   * @param patience the maximum number of milliseconds that this claimant waits
   */
  take: (claimant: Claimant, patience?: number) => Promise<Place>
  /** Holds a place while `work` runs. */
  use: <T>(claimant: Claimant, work: (place: Place) => Promise<T>) => Promise<T>
  /** Like `use`, and charges the claimant for the milliseconds of the work, even if it fails. */
  spend: <T>(claimant: Claimant, work: () => Promise<T>) => Promise<T>
}

type Options = {
  atOnce: number
  /** How many claims can wait for a place. Default: none. */
  queue?: number
  /** How many places a client can have, and how many of its claims can wait. Default: no limit. */
  perClient?: number
  queuePerClient?: number
  /** How many bytes the holders of all places may have received together. Default: no limit. */
  bytes?: number
  /** The maximum number of milliseconds that a claimant waits. */
  patience?: number
  /**
   * What a client may spend per hour. A client that spends more is slowed down: it gets one place
   * at a time, and must rest after each: for four milliseconds per unit of cost, but at most ten
   * seconds.
   */
  budget?: Budget
  texts?: { busy?: string; tooMany?: string }
  /** The number of seconds after which a refused client should try again. Default 2. */
  retryAfter?: number
  clock?: Clock | undefined
}

type Running = Claimant & {
  since: number
  received: number
  hasArrived: boolean
  /** The bytes that arrived in the current window and in the one before. */
  windows: { from: number; bytes: number; before: { from: number; bytes: number } | null }
  giveWay: (reason: Rejected) => void
  release: () => void
}

type Waiting = Claimant & { give: () => void; refuse: (reason: Rejected) => void }

/**
 * How many milliseconds a claimant waits by default: less than the 30 s that a handler may take.
 */
const usualPatience = 25_000
/** A rate is measured over two windows of this many milliseconds each. */
const windowMs = 5_000
/**
 * For this many milliseconds, nobody takes a place away from its claimant, because connections
 * start slowly.
 */
const graceMs = 3_000
/**
 * A claimant below this many bytes per second must release its place if none is free: half the rate
 * of the slowest connection that can send the largest file in time.
 */
const slow = 50_000
/** After this many milliseconds, a slow claim no longer counts towards its client's limit. */
const countedMs = 5_000
/** A client can have this many times its limit if slow claims are counted, too. */
const withSlow = 4
/**
 * How often to check whether a client's claim has become slow while others wait, in milliseconds.
 */
const lookMs = 1_000

/**
 * Shares a fixed number of places fairly. See decision 294.
 *
 * - Waiting claims take turns by network, and by what their work costs; see `turns.ts`.
 * - Once half of the places are taken, a network that has a place gets no other. Once half of the
 *   queue is taken, a network that has a waiting claim gets no other.
 * - A claim ends when its client has gone.
 * - If places receive bytes, slow claims do not count towards their client's limit or towards the
 *   half, so that nobody can block others with a trickle of bytes. If a client has far too many, it
 *   loses its slowest.
 * - When the queue is full, the network with the most claims loses one. When all places are taken
 *   and receive bytes, the slowest claim is ended.
 * - A client that has spent its budget is slowed down, not refused: thousands of phones may share
 *   its address.
 */
export const openPlaces = (options: Options): Places => {
  const {
    atOnce,
    queue = 0,
    patience = usualPatience,
    budget,
    texts = {},
    retryAfter = 2,
  } = options
  const unlimited = Number.POSITIVE_INFINITY
  const {
    perClient = unlimited,
    queuePerClient = unlimited,
    bytes: mostBytes = unlimited,
  } = options
  const { clock = systemClock } = options
  const slowly =
    budget && openSlowLane({ atOnce: 50, queue: 200, patience, retryAfter, texts, clock })
  const isForBytes = mostBytes !== unlimited
  const turns = openTurns()
  const running = new Set<Running>()
  let waiting: Waiting[] = []
  let received = 0

  const busy = () =>
    new Rejected('unavailable', texts.busy ?? 'The shop is very busy, please try again', {
      retryAfter,
    })
  const tooMany = () =>
    new Rejected(
      'too-many-requests',
      texts.tooMany ?? 'Too much is coming from your network at once, please try again',
      { retryAfter },
    )

  const heldBy = (network: string) =>
    running.values().reduce((held, one) => held + (one.network === network ? 1 : 0), 0)
  const placesOf = (client: string) => [...running].filter((one) => one.client === client)
  const isSlow = (one: Running, now: number) =>
    isForBytes && !one.hasArrived && now - one.since >= countedMs && rateOf(one, now) < slow
  /**
   * Whether the client has all the places that it can have. No other client must then make room for
   * it.
   */
  const isFull = (client: string) => {
    const own = placesOf(client)
    if (own.length < perClient) return false
    const now = clock.now()
    return own.filter((one) => !isSlow(one, now)).length >= perClient
  }
  /** Whether half of the places are taken; slow senders do not count. */
  const isCrowded = () => {
    if (running.size < atOnce / 2) return false
    const now = clock.now()
    return [...running].filter((one) => !isSlow(one, now)).length >= atOnce / 2
  }
  const hasEnough = ({ client, network }: Claimant) =>
    isFull(client) || (heldBy(network) > 0 && isCrowded())
  const mayRun = (claimant: Claimant) => running.size < atOnce && !hasEnough(claimant)
  const refusal = (claimant: Claimant) => (hasEnough(claimant) ? tooMany() : busy())

  const giveTurns = () => {
    for (;;) {
      const next = turns.next(waiting.filter(mayRun))
      if (!next) return
      next.give()
    }
  }
  let looking = false
  const lookAgain = () => {
    if (looking || waiting.length === 0) return
    looking = true
    clock.after(lookMs, () => {
      looking = false
      giveTurns()
      lookAgain()
    })
  }
  /** If a client has far more places than its limit, ends its slowest one. */
  const thinOut = (client: string) => {
    const own = placesOf(client)
    if (own.length <= perClient * withSlow) return
    const now = clock.now()
    const [slowestOwn] = own
      .filter((one) => isSlow(one, now))
      .toSorted((one, other) => rateOf(one, now) - rateOf(other, now))
    slowestOwn?.giveWay(tooSlow())
  }

  const begin = (claimant: Claimant, rest?: Rest): Place => {
    const leaving = new AbortController()
    const turn = turns.begin(claimant.network)
    let cost: number | undefined
    const gone = () => leaving.abort(hasGone())
    const now = clock.now()
    const held: Running = {
      ...claimant,
      since: now,
      received: 0,
      hasArrived: false,
      windows: { from: now, bytes: 0, before: null },
      giveWay: (reason) => {
        leaving.abort(reason)
        held.release()
      },
      release: () => {
        if (!running.delete(held)) return
        claimant.signal?.removeEventListener('abort', gone)
        received -= held.received
        turn.end(cost ?? 1)
        rest?.(Math.min(restPerCost * (cost ?? 0), maxRest))
        giveTurns()
        if (running.size === 0 && waiting.length === 0) turns.forget()
      },
    }
    running.add(held)
    claimant.signal?.addEventListener('abort', gone, { once: true })
    thinOut(claimant.client)
    return {
      signal: leaving.signal,
      receive: (bytes) => {
        leaving.signal.throwIfAborted()
        held.received += bytes
        received += bytes
        count(held, bytes, clock.now())
        while (received > mostBytes) (slowest(held) ?? held).giveWay(tooSlow())
        leaving.signal.throwIfAborted()
      },
      ended: () => {
        held.hasArrived = true
      },
      charge: (more) => {
        cost = (cost ?? 0) + more
        budget?.add(claimant.client, more)
      },
      release: held.release,
    }
  }

  /**
   * The holder that must release its place for a claimant; undefined if there is none. A holder
   * qualifies if it is too slow. It also qualifies if its network has the most places, and at least
   * two more than the claimant's network. The slowest of these is chosen.
   */
  const slowest = (claimant: Pick<Claimant, 'network'>) => {
    const now = clock.now()
    const own = heldBy(claimant.network)
    const most = Math.max(...running.values().map(({ network }) => heldBy(network)))
    const [found] = [...running]
      .filter(({ since }) => now - since >= graceMs)
      .map((one) => ({ one, rate: rateOf(one, now) }))
      .filter(({ one, rate }) => rate < slow || (most > own + 1 && heldBy(one.network) === most))
      .toSorted((one, other) => one.rate - other.rate)
    return found?.one
  }

  const wait = (claimant: Claimant, longest: number, rest?: Rest): Promise<Place> => {
    const { client, network, signal } = claimant
    const own = waiting.filter((one) => one.network === network)
    if (own.length > 0 && waiting.length >= queue / 2) throw tooMany()
    if (own.filter((one) => one.client === client).length >= queuePerClient) throw tooMany()
    if (waiting.length >= queue) {
      const greedy = lastOfMost(waiting)
      if (!greedy) throw busy()
      greedy.refuse(tooMany())
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting = waiting.filter((one) => one !== entry)
        stopWaiting()
        signal?.removeEventListener('abort', gone)
      }
      const entry: Waiting = {
        ...claimant,
        give: () => {
          leave()
          resolve(begin(claimant, rest))
        },
        refuse: (reason) => {
          leave()
          reject(reason)
        },
      }
      const gone = () => entry.refuse(hasGone())
      const stopWaiting = clock.after(longest, () => entry.refuse(refusal(claimant)))
      signal?.addEventListener('abort', gone, { once: true })
      waiting.push(entry)
      if (isForBytes) lookAgain()
    })
  }

  const takeNow = async (claimant: Claimant, longest: number, rest?: Rest): Promise<Place> => {
    if (claimant.signal?.aborted) throw hasGone()
    if (mayRun(claimant)) return begin(claimant, rest)
    // If places receive bytes, only a client that is at its limit waits; for any other, the slowest
    // holder makes room.
    if (queue > 0 && (!isForBytes || isFull(claimant.client))) return wait(claimant, longest, rest)
    if (isForBytes && !hasEnough(claimant)) slowest(claimant)?.giveWay(tooSlow())
    if (mayRun(claimant)) return begin(claimant, rest)
    throw refusal(claimant)
  }
  const take = async (claimant: Claimant, longest = patience): Promise<Place> => {
    if (!slowly || !budget?.isSpent(claimant.client)) return takeNow(claimant, longest)
    const rest = await slowly(claimant)
    try {
      return await takeNow(claimant, longest, rest)
    } catch (error) {
      rest(0)
      throw error
    }
  }

  const use: Places['use'] = async (claimant, work) => {
    const place = await take(claimant)
    try {
      return await work(place)
    } finally {
      place.release()
    }
  }
  return {
    take,
    use,
    spend: (claimant, work) =>
      use(claimant, async (place) => {
        const began = clock.now()
        try {
          return await work()
        } finally {
          place.charge(clock.now() - began)
        }
      }),
  }
}

/** Ends the client's turn after this many milliseconds. */
type Rest = (ms: number) => void

/** Milliseconds of rest per unit of cost, and the longest rest. */
const restPerCost = 4
const maxRest = 10_000

/**
 * A slow lane for an address's requests beyond its soft limit. A mobile network puts thousands of
 * phones behind one address, and these customers have paid. So an address gets one turn at a time,
 * with a rest after it. A request is refused only if it would wait longer than its patience,
 * assuming `pauseMs` (default: one second) for each request ahead of it.
 */
export const openSlowLane = ({
  pauseMs = 1_000,
  ...options
}: Omit<Options, 'perClient' | 'bytes' | 'budget'> & { pauseMs?: number }) => {
  const { clock = systemClock, patience = usualPatience } = options
  const queuePerClient = patience / pauseMs - 1
  const places = openPlaces({ retryAfter: 5, queuePerClient, ...options, perClient: 1 })
  return async (claimant: Claimant): Promise<Rest> => {
    const { release } = await places.take(claimant)
    return (ms) => {
      if (ms > 0) clock.after(ms, release)
      else release()
    }
  }
}

/** Nobody reads this error: the connection is closed. */
const hasGone = () => new Rejected('invalid', 'The request was interrupted, please try again')

const tooSlow = () =>
  new Rejected('unavailable', 'The upload was too slow while others waited, please try again', {
    retryAfter: 10,
  })

const count = ({ windows }: Running, bytes: number, now: number) => {
  if (now - windows.from >= windowMs) {
    windows.before = { from: windows.from, bytes: windows.bytes }
    windows.from = now
    windows.bytes = 0
  }
  windows.bytes += bytes
}

/** The claimant's rate in bytes per second over the last two windows. */
const rateOf = ({ windows }: Running, now: number) => {
  const from = windows.before?.from ?? windows.from
  const bytes = windows.bytes + (windows.before?.bytes ?? 0)
  return (bytes * 1000) / Math.max(graceMs, now - from)
}

/** The latest claim of the network with the most claims; undefined if no network has two. */
const lastOfMost = (waiting: Waiting[]): Waiting | undefined => {
  const byNetwork = Map.groupBy(waiting, ({ network }) => network)
  const [most] = [...byNetwork.values()].toSorted((one, other) => other.length - one.length)
  return most && most.length > 1 ? most.at(-1) : undefined
}
