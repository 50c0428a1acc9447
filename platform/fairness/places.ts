import { Rejected } from '@strand/event-sourcing/errors'
import type { Budget } from './budget.ts'
import { type Clock, systemClock } from './clock.ts'
import { openTurns } from './turns.ts'

/** Who asks for a place. */
export type Claimant = {
  /** An address, or a member of staff. */
  client: string
  /** The party that takes turns with others once it is crowded: for a stranger the network around the address. */
  network: string
  /** Aborted when the claimant has gone. */
  signal?: AbortSignal | undefined
}

/** For work that nobody asked for by a request. */
export const theShop: Claimant = { client: 'the shop', network: 'the shop' }

export type Place = {
  /** Aborted when the claimant has gone, or has to give way; its reason is a `Rejected`. */
  signal: AbortSignal
  /** Bytes that arrived and are kept for as long as the place is. Throws once it has to give way. */
  receive: (bytes: number) => void
  /** All bytes are there: from now on the claimant is not slow, however long its work waits. */
  ended: () => void
  /** What the work cost, in the unit of the budget; counts for the next turn too. */
  charge: (cost: number) => void
  /** Safe to call more than once. */
  release: () => void
}

export type Places = {
  /** Takes a place as soon as it is the claimant's turn; `patience` is for one who waits less than others. */
  take: (claimant: Claimant, patience?: number) => Promise<Place>
  /** Takes a place for as long as the work lasts. */
  use: <T>(claimant: Claimant, work: (place: Place) => Promise<T>) => Promise<T>
  /** The same for work that costs as many milliseconds as it takes, whatever its outcome. */
  spend: <T>(claimant: Claimant, work: () => Promise<T>) => Promise<T>
}

type Options = {
  /** Places in all. */
  atOnce: number
  /** How many wait for one, at most. Default none. */
  queue?: number
  /** What one client may have at once, and how many of it wait. Default no limit but those of its network. */
  perClient?: number
  queuePerClient?: number
  /** What all places together may have received. Default no limit. */
  bytes?: number
  /** Milliseconds that somebody waits at most. */
  patience?: number
  /**
   * What one client may spend in an hour. Beyond it, it is slowed: it has one place at a time, and rests after
   * each for four times what that cost, in milliseconds, and for ten seconds at most.
   */
  budget?: Budget
  texts?: { busy?: string; tooMany?: string }
  /** Seconds until another try makes sense. Default 2. */
  retryAfter?: number
  clock?: Clock | undefined
}

type Running = Claimant & {
  since: number
  received: number
  hasArrived: boolean
  /** Bytes that arrived in the current window, and in the one before. */
  windows: { from: number; bytes: number; before: { from: number; bytes: number } | null }
  giveWay: (reason: Rejected) => void
  release: () => void
}

type Waiting = Claimant & { give: () => void; refuse: (reason: Rejected) => void }

/** Milliseconds: a handler has 30 s. */
const usualPatience = 25_000
/** Milliseconds of one of two windows over which a rate is measured. */
const windowMs = 5_000
/** Connections begin slowly: before, nobody counts as slow. */
const graceMs = 3_000
/**
 * Bytes a second below which a claimant has to give way when there is no place left: half of the
 * slowest line on which a file of the largest size arrives in time.
 */
const slow = 50_000
/** Milliseconds after which a slow claimant no longer counts among those that its client may have. */
const countedMs = 5_000
/** Times as many as it may have are there of one client with the slow ones. */
const withSlow = 4
/** Milliseconds between two looks whether a request of a waiting client has turned out to be slow. */
const lookMs = 1_000

/**
 * A fixed number of places for what is scarce, fair to everybody who asks for one. Decision 294.
 *
 * - Those who wait take turns by network, by what their work costs: see `turns.ts`.
 * - Once half of the places is taken, a network has at most one; once half of the queue is, at most
 *   one of a network waits.
 * - A client that has gone is dropped.
 * - Where bytes arrive, a slow claimant counts neither among those of its client nor among that half:
 *   nobody keeps others away with a trickle. Of too many of a client, the slowest gives way.
 * - When the queue is full, the network that has most in it gives way; when the places are full and
 *   bytes arrive on them, the slowest.
 * - A client beyond its budget is slowed, and not refused: thousands of phones may have its address.
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
      texts.tooMany ?? 'Too much comes from your network at once, please try again',
      { retryAfter },
    )

  const heldBy = (network: string) =>
    running.values().reduce((held, one) => held + (one.network === network ? 1 : 0), 0)
  const placesOf = (client: string) => [...running].filter((one) => one.client === client)
  const isSlow = (one: Running, now: number) =>
    isForBytes && !one.hasArrived && now - one.since >= countedMs && rateOf(one, now) < slow
  /** Whether the claimant itself has too much: it is not for others to make room. */
  const isFull = (client: string) => {
    const own = placesOf(client)
    if (own.length < perClient) return false
    const now = clock.now()
    return own.filter((one) => !isSlow(one, now)).length >= perClient
  }
  /** Whether half of the places is taken. Where bytes arrive, those that trickle in count for nothing. */
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
  /** The slowest of a client that has too many, with all its slow ones, gives way. */
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
   * The holder who gives way to a claimant, if any: of the networks that have more places than the
   * claimant's the one that has most, or else those that are slow by any measure.
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
    // Where bytes arrive, those of one client wait for each other; for others the slowest makes room.
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

/** Lets the next of the client have its turn, this many milliseconds from now. */
type Rest = (ms: number) => void

/** Milliseconds of rest for one of work, and the longest rest. */
const restPerCost = 4
const maxRest = 10_000

/**
 * The lane for requests beyond a soft limit of their address: a mobile network puts thousands of
 * phones behind one address, and these customers have paid. One of an address has its turn at a
 * time, and rests before the next. Nobody is refused for what the address did, but for as many as
 * wait at the moment: no more wait than have their turn within their patience, if each rests for
 * `pauseMs`, by default a second.
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

/** Nobody reads it: the connection is closed. */
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

/** Bytes a second, over the last windows. */
const rateOf = ({ windows }: Running, now: number) => {
  const from = windows.before?.from ?? windows.from
  const bytes = windows.bytes + (windows.before?.bytes ?? 0)
  return (bytes * 1000) / Math.max(graceMs, now - from)
}

/** The last to come of the network that has most entries; undefined if none has more than one. */
const lastOfMost = (waiting: Waiting[]): Waiting | undefined => {
  const byNetwork = Map.groupBy(waiting, ({ network }) => network)
  const [most] = [...byNetwork.values()].toSorted((one, other) => other.length - one.length)
  return most && most.length > 1 ? most.at(-1) : undefined
}
