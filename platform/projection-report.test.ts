import { expect, test } from 'vitest'
import { type CheckpointRow, reportOf } from './projection-report.ts'

const row = (changes: Partial<CheckpointRow>): CheckpointRow => ({
  kind: 'projection',
  name: 'order',
  version: 1,
  position: 100n,
  seen: 101,
  seenAt: new Date(Date.now() - 60_000),
  problem: null,
  serving: true,
  published: true,
  running: true,
  ...changes,
})

const problem = {
  eventId: 'e',
  position: '101',
  type: 'OrderApproved',
  stream: 'order-1',
  reason: 'no',
  at: '',
}

test('a projection at the head is not behind, however long ago the last event was', () => {
  expect(reportOf([row({})], 100n)).toMatchObject([{ ok: true, lagEvents: 0, lagSeconds: 0 }])
})

test('one that is behind is compared with the furthest runner in events, and is no failure', () => {
  const [behind] = reportOf([row({ position: 40n, seen: 41 }), row({ name: 'product' })])
  expect(behind).toMatchObject({ ok: true, lagEvents: 60, lagSeconds: 60 })
})

test('when all are behind the log the lag is at least one event', () => {
  expect(reportOf([row({})], 500n)).toMatchObject([{ lagEvents: 1, lagSeconds: 60 }])
})

test('one that stopped at an event, or that no process runs, is a failure', () => {
  expect(reportOf([row({ problem, running: false }), row({ running: false })])).toMatchObject([
    { ok: false, status: 'stopped', problem },
    { ok: false, status: 'not running' },
  ])
})

test('a version that does not serve yet shows its trouble, and does not make the shop unready', () => {
  expect(reportOf([row({ version: 2, serving: false, running: false, problem })])).toMatchObject([
    { ok: true, status: 'stopped', version: 2, problem },
  ])
})

test('a version whose release is gone is no failure while the next one is being built', () => {
  const next = row({ version: 2, serving: false })
  expect(reportOf([row({ running: false }), next])).toMatchObject([
    { ok: true, status: 'not running', version: 1 },
    { ok: true, status: 'building', version: 2 },
  ])
  expect(reportOf([row({ running: false }), { ...next, problem }])[0]).toMatchObject({ ok: false })
  expect(reportOf([row({ running: false }), { ...next, name: 'x' }])[0]).toMatchObject({
    ok: false,
  })
})

test('one whose published tables are gone is a failure, also while it is made anew', () => {
  const gone = [row({ version: 0, published: false }), row({ serving: false, published: false })]
  expect(reportOf(gone)).toMatchObject([{ ok: false }, { ok: false }])
})
