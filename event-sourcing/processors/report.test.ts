import { expect, test } from 'vitest'
import { type CheckpointRow, reportOf } from './report.ts'

const row = (changes: Partial<CheckpointRow>): CheckpointRow => ({
  kind: 'projection',
  name: 'order',
  version: 1,
  position: 100n,
  seen: 101,
  seenAt: new Date(Date.now() - 60_000),
  parked: 0,
  waiting: [],
  serving: true,
  published: true,
  running: true,
  lastEvent: null,
  ...changes,
})

const waiting = [
  {
    stream: 'order-1',
    eventId: 'e',
    type: 'OrderApproved',
    position: '90',
    reason: 'no',
    tries: 1,
    since: '',
  },
]

test('a projection at the head is not behind, however long ago the last event was', () => {
  expect(reportOf([row({})], 100n)).toMatchObject([{ ok: true, lagEvents: 0, lagSeconds: 0 }])
})

test('a processor that is behind is compared with the furthest one, and is not a failure', () => {
  const [behind] = reportOf([row({ position: 40n, seen: 41 }), row({ name: 'product' })])
  expect(behind).toMatchObject({ ok: true, lagEvents: 60, lagSeconds: 60 })
})

test('if all are behind the log, the lag is at least one event', () => {
  expect(reportOf([row({})], 500n)).toMatchObject([{ lagEvents: 1, lagSeconds: 60 }])
})

test('a processor that no process runs is a failure, but one with parked streams is not', () => {
  expect(reportOf([row({ running: false }), row({ parked: 1, waiting })])).toMatchObject([
    { ok: false, status: 'not running' },
    { ok: true, status: 'serving', parked: 1, waiting },
  ])
})

test('a version that does not serve yet shows its problems, but does not make the shop unready', () => {
  const building = row({ version: 2, serving: false, running: false, parked: 1, waiting })
  expect(reportOf([building])).toMatchObject([
    { ok: true, status: 'not running', version: 2, parked: 0, waiting },
  ])
})

test('a version whose release is gone is not a failure while the next one is being built', () => {
  const next = row({ version: 2, serving: false })
  expect(reportOf([row({ running: false }), next])).toMatchObject([
    { ok: true, status: 'not running', version: 1 },
    { ok: true, status: 'building', version: 2 },
  ])
  expect(reportOf([row({ running: false }), { ...next, running: false }])[0]).toMatchObject({
    ok: false,
  })
  expect(reportOf([row({ running: false }), { ...next, name: 'x' }])[0]).toMatchObject({
    ok: false,
  })
})

test('a projection whose published tables are gone is a failure, even while it is being rebuilt', () => {
  const gone = [row({ version: 0, published: false }), row({ serving: false, published: false })]
  expect(reportOf(gone)).toMatchObject([{ ok: false }, { ok: false }])
})
