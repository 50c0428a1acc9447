import { someOf } from '@strand/platform/testing/random'
import { test } from 'vitest'

/**
 * Tests of the same kind of behaviour on different screens. The seed draws `usual` of them for a
 * run, and `npm run test:long` runs all. `draw` belongs at the end of the file.
 */
export const drawnTests = (usual: number) => {
  const all: [name: string, work: () => Promise<unknown>][] = []
  return {
    drawn: (name: string, work: () => Promise<unknown>) => {
      all.push([name, work])
    },
    draw: () => {
      const chosen = someOf(all, usual)
      for (const one of all) if (chosen.includes(one)) test(...one)
    },
  }
}
