import { eventually } from '@strand/platform/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { receiptSays } from '../testing/receipt.ts'
import { giveWay } from './give-way.ts'
import type { PausableReader } from './reader/reader.ts'

const file = { type: 'image/png', bytes: new Uint8Array() } as const

/** Requests and readings whose ends the test controls. */
const open = (patience?: number) => {
  const shop = { isBusy: false, listener: () => {} }
  const activity = {
    isBusy: () => shop.isBusy,
    onRequest: (listener: () => void) => {
      shop.listener = listener
      return () => {}
    },
  }
  const state = { isPaused: false, finish: () => {} }
  const slow: PausableReader = {
    read: () =>
      new Promise((resolve) => {
        state.finish = () => resolve(receiptSays)
      }),
    pause: () => {
      state.isPaused = true
    },
    resume: () => {
      state.isPaused = false
    },
    pid: () => undefined,
    abort: () => {},
    stop: () => {},
  }
  const polite = giveWay(slow, { activity, patience })
  onTestFinished(polite.stop)
  const { signal } = new AbortController()
  const request = () => {
    shop.isBusy = true
    shop.listener()
  }
  return { ...polite, shop, state, signal, request }
}

test('a reading begins when nobody is waiting, pauses at a request, and continues afterwards', async () => {
  const { reader, turn, shop, state, signal, request } = open()
  request()
  let isTurn = false
  const waiting = turn(signal).then(() => {
    isTurn = true
  })
  expect([isTurn, state.isPaused]).toEqual([false, false])
  shop.isBusy = false
  await waiting
  const reading = reader.read(file, 5)
  expect(state.isPaused).toBe(false)
  request()
  expect(state.isPaused).toBe(true)
  shop.isBusy = false
  await eventually(() => state.isPaused, false)
  state.finish()
  expect(await reading).toEqual(receiptSays)
})

test('a reading that begins while people are waiting pauses immediately', async () => {
  const { reader, state, request } = open()
  request()
  const reading = reader.read(file, 5)
  expect(state.isPaused).toBe(true)
  state.finish()
  await reading
  expect(state.isPaused).toBe(false)
})

test('in a shop that is never idle, a proof is read once it has waited long enough', async () => {
  const { reader, turn, state, signal, request } = open(300)
  request()
  await turn(signal)
  const reading = reader.read(file, 5)
  request()
  expect(state.isPaused).toBe(false)
  state.finish()
  await reading
  const next = reader.read(file, 5)
  expect(state.isPaused).toBe(true)
  state.finish()
  await next
})
