import type { Answer } from './call.ts'
import type { Programs } from './programs.ts'

export type FormOptions = {
  /** Throw-away; everybody may enter it. */
  folder: string
  /** The folder of the old release, and of the new one. */
  from: string
  to: string
  settings: Record<string, string> & { LOG_LEVEL: string }
  programs: Programs
  say: (text: string) => void
}

/** A shop of the old release that runs, and how it becomes one of the new release. */
export type Form = {
  /** Where clients call. */
  address: string
  /** Whether nobody may be listening there just now. */
  mayBeClosed: () => boolean
  /**
   * Whether a process of the old release gave this answer.
   *
   * @param askedAt of `performance.now()`
   */
  isFromOld: (answer: Answer, askedAt: number) => boolean
  upgrade: () => Promise<void>
  /** The superuser's address, while the shop runs. */
  databaseUrl: () => Promise<string>
  /** Throws unless the new release's `verify` finds all whole. */
  verify: () => Promise<void>
}
