import type { Answer } from './call.ts'
import type { Programs } from './programs.ts'

export type FormOptions = {
  folder: string
  /** The folder of the old release; `to` is the new release's. */
  from: string
  to: string
  settings: Record<string, string> & { LOG_LEVEL: string }
  programs: Programs
  say: (text: string) => void
}

/** A running shop of the old release, and how to upgrade it. */
export type Form = {
  address: string
  /** Whether the address may have no listener at the moment. */
  mayBeClosed: () => boolean
  /**
   * Whether the answer came from a process of the old release.
   *
   * @param askedAt from `performance.now()`
   */
  isFromOld: (answer: Answer, askedAt: number) => boolean
  upgrade: () => Promise<void>
  /** The superuser's URL of the database, which works while the shop runs. */
  databaseUrl: () => Promise<string>
  verify: () => Promise<void>
}
