import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dice, diceOf } from '../../payments/dice.ts'
import { type Due, openHeap } from './heap.ts'

/** A process from its start to its death. All its waiting code dies with it. */
export type Life = {
  name: string
  isDead: boolean
  /** In milliseconds: by how much the process's clock is wrong. */
  skew: number
  onDeath: (() => void)[]
}

/**
 * The process of the running code. Timers and clocks belong to a process, like those of an
 * operating system.
 */
export const lives = new AsyncLocalStorage<Life>()

const begin = Date.parse('2026-03-02T09:00:00Z')

/** Takes all time and chance from one seed, so that nothing else decides what happens. */
export const openWorld = (seed: number, isTraced = false) => {
  const dice: Dice = diceOf(seed)
  const heap = openHeap()
  const trace: string[] = []
  const problems: string[] = []
  let now = begin
  let order = 0

  const world = {
    dice,
    trace,
    /** Sentences about things that must never happen, but did. */
    problems,
    now: () => now,
    isTraced,
    /** Faults happen until this time; then everything is repaired. */
    faultsUntil: begin,
    /** Runs `work` later in the calling process, unless that process has died by then. */
    plan: (milliseconds: number, work: () => void): Due => {
      const life = lives.getStore()
      const run = () => {
        if (!life?.isDead) work()
      }
      const due: Due = {
        at: now + Math.max(0, milliseconds),
        order: order++,
        run: life ? () => lives.run(life, run) : run,
        isOff: false,
      }
      heap.push(due)
      return due
    },
    /** Runs the next due work; false if there is none. */
    step: (): boolean => {
      for (let due = heap.pop(); due; due = heap.pop()) {
        if (due.isOff) continue
        now = Math.max(now, due.at)
        due.run()
        return true
      }
      return false
    },
    /** Passes time in which nothing runs, as when a machine sleeps, so that due work is late. */
    sleep: (milliseconds: number) => {
      now += milliseconds
    },
    note: (line: () => string) => {
      if (!isTraced) return
      const who = lives.getStore()
      trace.push(`${((now - begin) / 1_000).toFixed(3).padStart(9)} ${who?.name ?? '-'}: ${line()}`)
    },
    mustNot: (problem: string) => {
      world.note(() => `MUST NOT HAPPEN: ${problem}`)
      problems.push(problem)
    },
    newLife: (name: string): Life => ({ name, isDead: false, skew: 0, onDeath: [] }),
    kill: (life: Life) => {
      if (life.isDead) return
      world.note(() => `${life.name} dies`)
      life.isDead = true
      for (const tell of life.onDeath) tell()
    },
  }
  return world
}

export type World = ReturnType<typeof openWorld>
