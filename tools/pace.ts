import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * How many rounds of the work below run in a second on the machine on which the tests' limits were
 * chosen.
 */
const usualRounds = 4_000

const work = `
const { createHash } = require('node:crypto')
const { parentPort } = require('node:worker_threads')
const rows = Array.from({ length: 200 }, (_, n) => ({ id: 'order-' + n, sum: (n * 7919) % 1000 }))
const began = performance.now()
let rounds = 0
for (; performance.now() - began < 1000; rounds++) {
  const text = JSON.stringify(rows.toSorted((one, other) => one.sum - other.sum))
  createHash('sha256').update(text).digest()
  JSON.parse(text)
}
parentPort.postMessage(rounds * 1000 / (performance.now() - began))
`

const roundsOfOne = () =>
  new Promise<number>((resolve, reject) => {
    const worker = new Worker(work, { eval: true })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

const processors = availableParallelism()

/** More workers than processors, because browser tests wait half of their time. */
export const maxWorkers = Math.max(4, processors)

/**
 * The tests without a browser run after the others. They wait for two thirds of their time, so they
 * get a quarter more processes.
 */
export const withoutBrowser = (workers: number): number => Math.round(workers * 1.25)

/**
 * Keeps every processor busy for a second, beside everything else on the machine. `pace` is how
 * many times longer the work takes than on the machine on which the tests' limits were chosen, at
 * least 1. `workers` leaves a share for everything else.
 */
export const measurePace = async (): Promise<{ pace: number; workers: number }> => {
  const began = performance.now()
  const before = process.cpuUsage()
  const rounds = await Promise.all(Array.from({ length: processors }, roundsOfOne))
  const { user, system } = process.cpuUsage(before)
  const share = (user + system) / 1_000 / (performance.now() - began) / processors
  const total = rounds.reduce((sum, one) => sum + one, 0)
  return {
    pace: Math.max(1, Math.round(((usualRounds * processors) / total) * 10) / 10),
    workers: Math.max(2, Math.round(maxWorkers * Math.min(1, share))),
  }
}
