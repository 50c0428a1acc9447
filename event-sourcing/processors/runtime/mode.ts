/**
 * What a processor does:
 * - `standby`: another process holds the lock, or a newer version serves.
 * - `building`: it follows the log for a version that readers do not see yet.
 * - `serving`: it follows the log for the version that readers see.
 * - `reconnecting`: its lease ended with an error, and the next one begins after a pause.
 */
type ProcessorMode = 'standby' | 'building' | 'serving' | 'reconnecting'

/** The processor's mode, or `stopped` while a problem keeps it from working; it still retries. */
export type ProcessorStatus = ProcessorMode | 'stopped'

export type ModeState = {
  mode: ProcessorMode
  /** Why the processor stands by or cannot run, for operators. */
  problem?: { reason: string }
}

/**
 * The modes that can come before each mode. A working lease must end before the processor stands
 * by.
 */
const origins: Record<ProcessorMode, ProcessorMode[]> = {
  standby: ['standby', 'reconnecting'],
  building: ['standby', 'reconnecting'],
  serving: ['standby', 'reconnecting', 'building'],
  reconnecting: ['standby', 'building', 'serving', 'reconnecting'],
}

/**
 * The only way to change the mode. The reason why a processor cannot run stays until a commit, or
 * until the processor stands by.
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
