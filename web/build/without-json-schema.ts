import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Leaves zod's JSON Schema writer out of what a customer loads: 6 KB gzipped that only the servers'
 * OpenAPI pages need. Every zod schema refers to it, so the bundler cannot see that it is unused.
 */
export const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id))
      return null
    const source = readFileSync(id, 'utf8')
    const declared = source.matchAll(/^export (?:const|function) (\w+)/gm)
    const renamed = source.matchAll(/^export \{ \w+ as (\w+) \}/gm)
    const names = [...declared, ...renamed].map(([, name]) => `leftOut as ${name}`)
    return `const leftOut = () => undefined\nexport { ${names.join(', ')} }\n`
  },
}
