import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dice, diceOf } from '../../payments/dice.ts'
import { type Due, openHeap } from './heap.ts'

/** A process from its start to its death. Everything that it is waiting for dies with it. */
export type Life = {
  name: string
  isDead: boolean
  /** Milliseconds by which its clock is wrong. */
  skew: number
  onDeath: (() => void)[]
}

/** The process whose code is running. Timers and clocks ask for it, as an operating system does. */
export const lives = new AsyncLocalStorage<Life>()

const begin = Date.parse('2026-03-02T09:00:00Z')

/** Gives everything its time and chance from one seed, so that nothing else decides what happens. */
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
    /** Things that happened although they must never happen, as sentences. */
    problems,
    now: () => now,
    isTraced,
    /** Faults happen until this time, after which everything is repaired. */
    faultsUntil: begin,
    /** Runs `work` later, in the process that asks, unless that has died by then. */
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
    /** Runs what is due next; returns false if nothing is. */
    step: (): boolean => {
      for (let due = heap.pop(); due; due = heap.pop()) {
        if (due.isOff) continue
        now = Math.max(now, due.at)
        due.run()
        return true
      }
      return false
    },
    /** Lets time pass in which nothing runs, as when a machine sleeps, so that what was due is late. */
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
