import type { Plugin } from 'vite'

/**
 * Finds lookbehinds in regular expressions. The build does not rewrite them, and iOS before 16.4
 * cannot run any part of a chunk that contains one.
 */
const lookbehind = /\(\?<[=!]/

/**
 * Finds other features that some browsers in `build.target` lack. Only our own code is searched,
 * because libraries check that a feature exists before they use it.
 */
const missing =
  /\.(?:toSorted|toReversed|toSpliced|isWellFormed|toWellFormed)\(|\b(?:AbortSignal\.(?:timeout|any)|URL\.canParse|(?:Object|Map)\.groupBy|Promise\.withResolvers)\(/

/** Fails the build if our code needs a newer browser. */
export const forOlderBrowsers: Plugin = {
  name: 'for-older-browsers',
  apply: 'build',
  renderChunk(_code, { modules }) {
    for (const [id, { code }] of Object.entries(modules)) {
      const isOurs = !id.includes('node_modules')
      const found = lookbehind.exec(code ?? '') ?? (isOurs ? missing.exec(code ?? '') : null)
      if (found) this.error(`${id} needs a newer browser than build.target: ${found[0]}`)
    }
    return null
  },
}
