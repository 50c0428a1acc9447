import { beginning, type Position } from '../event-store/event-store.ts'
import { nothingParked, type ParkedSummary } from './runtime/parked-streams.ts'

/** How far the tables of a projection's version have got. */
export type ServedPosition = {
  version: number
  position: Position
  /** The number of transactions that retried parked events. */
  retries: bigint
  /** The position of the first parked event; null if nothing is parked. */
  parkedFrom: Position | null
}

type NamedPosition = ServedPosition & { name: string }
/**
 * `whole`: the tables have every event up to a position. `parked`: all but those that could not be
 * applied. `behind`: the tables have not reached the position.
 */
export type Reached = 'whole' | 'parked' | 'behind'

type Waiter = { names: string[]; position: Position; settle: (reached: Reached) => void }

/** How far each projection's serving version is known to have got, and who waits for it. */
export const openServedPositions = () => {
  const reached = new Map<string, ServedPosition>()
  const waiters = new Set<Waiter>()

  const hasReached = (names: string[], position: Position) =>
    names.every((name) => (reached.get(name)?.position ?? beginning) >= position)

  const isParked = (names: string[], position: Position) =>
    names.some((name) => {
      const from = reached.get(name)?.parkedFrom ?? null
      return from !== null && from <= position
    })
  const reach = (names: string[], position: Position): Reached => {
    if (!hasReached(names, position)) return 'behind'
    return isParked(names, position) ? 'parked' : 'whole'
  }

  return {
    reach,
    get: (name: string) => reached.get(name),
    advance: (updates: NamedPosition[]) => {
      for (const { name, ...update } of updates)
        if (isNews(update, reached.get(name))) reached.set(name, update)
      for (const { names, position, settle } of waiters) {
        const state = reach(names, position)
        if (state !== 'behind') settle(state)
      }
    },
    forget: (name: string) => {
      reached.delete(name)
    },
    clear: () => reached.clear(),
    isAwaited: () => waiters.size > 0,
    /** Like `Progress.waitFor`, for positions that have not been reached yet. */
    waitFor: (names: string[], position: Position, timeoutMs: number) =>
      new Promise<Reached>((resolve) => {
        const settle = (result: Reached) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(result)
        }
        const waiter = { names, position, settle }
        const timer = setTimeout(() => settle('behind'), timeoutMs)
        waiters.add(waiter)
      }),
    /** Resolves every pending wait to `behind`. */
    giveUp: () => {
      for (const { settle } of waiters) settle('behind')
    },
  }
}

/** Within a version, `position` and `retries` only grow; together they determine what is parked. */
const isNews = (update: ServedPosition, known?: ServedPosition): boolean => {
  if (!known || known.version < update.version) return true
  if (known.version > update.version || known.retries > update.retries) return false
  return known.retries < update.retries || known.position < update.position
}

/**
 * The statement that tells all processes how far a version's tables have got: `notify projection,
 * '<name> <position> <version> <retries> <parked from>'`. `<retries>` counts the retries of parked
 * events; `<parked from>` is the first parked event's position or `-`.
 */
export const announcementOf = (
  { name, version }: { name: string; version: number },
  position: Position,
  { retries, firstPosition }: Pick<ParkedSummary, 'retries' | 'firstPosition'> = nothingParked,
): string =>
  `notify projection, '${name} ${position} ${version} ${retries} ${firstPosition ?? '-'}'`

/** Parses what `announcementOf` announces; undefined for any other text. */
export const parseAnnouncement = (payload: string): NamedPosition | undefined => {
  const [name, position, version, retries = '0', from = '-'] = payload.split(' ')
  if (!name || !position || !version) return
  return {
    name,
    version: Number(version),
    position: BigInt(position),
    retries: BigInt(retries),
    parkedFrom: from === '-' ? null : BigInt(from),
  }
}
