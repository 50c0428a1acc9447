/**
 * What a processor does:
 * - `standby`: another process holds the lock, or a newer version serves.
 * - `building`: it follows the log for a version that reads do not see yet.
 * - `serving`: it follows the log for the version that reads see.
 * - `reconnecting`: its lease ended with an error, and the next one begins after a pause.
 */
type ProcessorMode = 'standby' | 'building' | 'serving' | 'reconnecting'

/** The processor's mode, or `stopped` while a problem keeps it from running; it keeps trying. */
export type ProcessorStatus = ProcessorMode | 'stopped'

export type ModeState = {
  mode: ProcessorMode
  /** Tells operators why the processor must stand by, or cannot run. */
  problem?: { reason: string }
}

/** Work begins and ends with a lease, so a working processor cannot change to standby directly. */
const origins: Record<ProcessorMode, ProcessorMode[]> = {
  standby: ['standby', 'reconnecting'],
  building: ['standby', 'reconnecting'],
  serving: ['standby', 'reconnecting', 'building'],
  reconnecting: ['standby', 'building', 'serving', 'reconnecting'],
}

/**
 * The only way to change the mode. The reason why a processor cannot run is kept through its next
 * leases until a commit, or until it stands by.
 */
export const transition = (state: ModeState, to: ProcessorMode, reason?: string): void => {
  const from = state.mode
  if (!origins[to].includes(from))
    throw new Error(`A processor that is ${from} cannot be ${to} next`)
  if (from === 'standby' || to === 'standby') delete state.problem
  if (reason !== undefined) state.problem = { reason }
  state.mode = to
}

export const statusOf = ({ mode, problem }: ModeState): ProcessorStatus =>
  problem && mode !== 'standby' ? 'stopped' : mode
