import type { Origin } from '@strand/platform/http/command-origin'

const day = 24 * 3_600_000

/** The moment so many days before `at`. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * day)

/** Of data that the shop deletes by itself once its time is over. */
export const retentionOrigin = (commandId: string, at: Date): Origin => ({
  commandId,
  correlationId: commandId,
  at,
  actor: { kind: 'system', id: 'retention' },
})
