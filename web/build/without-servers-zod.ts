import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Removes the parts of zod that only servers use: the JSON Schema writer for the OpenAPI pages (6
 * KB gzipped), and the schema compiler, which `jitless` turns off (0.3 KB). The bundler cannot see
 * that they are unused, because every schema refers to them.
 */
export const withoutServersZod: Plugin = {
  name: 'without-servers-zod',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors|doc)\.js$/.test(id))
      return null
    const source = readFileSync(id, 'utf8')
    const declared = source.matchAll(/^export (?:const|function|class) (\w+)/gm)
    const renamed = source.matchAll(/^export \{ \w+ as (\w+) \}/gm)
    const names = [...declared, ...renamed].map(([, name]) => `leftOut as ${name}`)
    return `const leftOut = () => undefined\nexport { ${names.join(', ')} }\n`
  },
}
