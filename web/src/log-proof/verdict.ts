import { counted } from '@strand/contracts/counted'
import { formatNumber } from '../shared/format/money.tsx'
import type { KeptVerdict } from './check-kept.ts'

export type Verdict = { kind: 'success' | 'failure' | 'info'; title: string; text: string }

const events = (count: number) => counted(count, 'event')

export const verdictOf = (verdict: KeptVerdict): Verdict => {
  switch (verdict.kind) {
    case 'extended':
      return {
        kind: 'success',
        title: 'Consistent',
        text: `All ${events(verdict.kept)} that your checkpoint covers are still there, unchanged and in the same order, among today’s ${formatNumber(verdict.shown)}.`,
      }
    case 'shorter':
      return {
        kind: 'failure',
        title: `Not consistent from event ${formatNumber(verdict.shown)} on`,
        text: `Your checkpoint covers ${events(verdict.kept)}, and the log shows ${formatNumber(verdict.shown)}: its end was cut off. Keep your file: it is the evidence.`,
      }
    case 'altered':
      return {
        kind: 'failure',
        title: 'Not consistent',
        text: `This isn’t the log your checkpoint is from: not all of its first ${events(verdict.kept)} are as they were. Keep your file: it is the evidence.`,
      }
    case 'unproven':
      return {
        kind: 'failure',
        title: 'The log doesn’t match its own newest checkpoint',
        text: 'The published hashes don’t give the root it signed, so your checkpoint can’t be compared. Verify the log.',
      }
    case 'not-signed':
      return {
        kind: 'failure',
        title: 'Not signed by this log',
        text: 'This log’s key didn’t sign this file: it was altered or comes from somewhere else.',
      }
    case 'other-log':
      return {
        kind: 'failure',
        title: 'The checkpoint of another log',
        text: 'Its first line names a different log.',
      }
    case 'no-checkpoint':
      return {
        kind: 'info',
        title: 'This file isn’t a checkpoint',
        text: 'A checkpoint is a short text: the name of the log, a number, a root and a signature.',
      }
    case 'cannot-check':
      return {
        kind: 'info',
        title: 'This browser cannot check the file',
        text: 'Your browser doesn’t support Ed25519 signatures. Please use a newer browser, or the checker on your own computer.',
      }
  }
}
