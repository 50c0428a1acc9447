import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../log.ts'
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

test('a step that fails does not keep the others open, but shows in the exit code', async () => {
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

test('a second signal ends the process at once', async () => {
  removeListeners()
  const ended = new Promise<number>((exit) => {
    shutDownOnSignal([['server', () => new Promise(() => {})]], { log: silentLog, exit })
  })
  process.emit('SIGINT')
  process.emit('SIGINT')
  expect(await ended).toBe(1)
})
