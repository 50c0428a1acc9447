import { silentLog } from '@strand/event-sourcing/log'
import { expect, onTestFinished, test } from 'vitest'
import { shutDownOnSignal } from './shutdown.ts'

const removeListeners = () =>
  onTestFinished(() => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  })

test('everything closes in order, and the process ends with success', async () => {
  removeListeners()
  const closed: string[] = []
  const ended = new Promise<number>((exit) => {
    shutDownOnSignal(
      [
        ['server', async () => closed.push('server')],
        ['pool', () => closed.push('pool')],
      ],
      { log: silentLog, exit },
    )
  })
  process.emit('SIGTERM')
  expect(await ended).toBe(0)
  expect(closed).toEqual(['server', 'pool'])
})

test('a failing step does not keep the others from closing, but shows in the exit code', async () => {
  removeListeners()
  const closed: string[] = []
  const ended = new Promise<number>((exit) => {
    shutDownOnSignal(
      [
        ['server', () => Promise.reject(new Error('stuck'))],
        ['pool', () => closed.push('pool')],
      ],
      { log: silentLog, exit },
    )
  })
  process.emit('SIGINT')
  expect(await ended).toBe(1)
  expect(closed).toEqual(['pool'])
})

test('a second signal within a second is ignored, and a later one ends the process immediately', async () => {
  removeListeners()
  const closed: string[] = []
  let time = 5_000
  const codes: number[] = []
  let close = () => {}
  const closing = new Promise<void>((resolve) => {
    close = resolve
  })
  shutDownOnSignal(
    [
      ['server', () => closing],
      ['pool', () => closed.push('pool')],
    ],
    { log: silentLog, exit: (code) => codes.push(code), elapsed: () => time },
  )
  process.emit('SIGTERM')
  process.emit('SIGTERM')
  time += 999
  process.emit('SIGINT')
  expect(codes).toEqual([])
  time += 1
  process.emit('SIGTERM')
  expect(codes).toEqual([1])
  close()
  await expect.poll(() => codes).toEqual([1, 0])
  expect(closed).toEqual(['pool'])
})
