import type { Plugin } from 'vite'

const summaries = /\b(summary:\s*)(?:'(?:[^'\\\n]|\\.)*'|`[^`\n]*`)/g

/**
 * Empties the summaries of the contracts' endpoints in what a browser loads. Only the servers' OpenAPI
 * pages show them, and the tracking page, whose budget is nearly used up, is 0.2 KB gzipped smaller
 * without them.
 */
export const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform(source, id) {
    if (!/[\\/]contracts[\\/][^?]*\.ts$/.test(id)) return null
    return { code: source.replaceAll(summaries, "$1''"), map: null }
  },
}
