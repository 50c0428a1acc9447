import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'

/**
 * Leaves zod's JSON Schema writer out of what a customer loads: 6 KB gzipped that only the servers'
 * OpenAPI pages need. Every zod schema refers to it, so the bundler cannot see that it is unused.
 */
const withoutJsonSchema: Plugin = {
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

/** Writes a `.gz` and a `.br` beside every script and style, so that no server compresses them. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    for (const file of await readdir(path.join(dir, 'assets'))) {
      if (!/[.](js|css)$/.test(file)) continue
      const name = path.join(dir, 'assets', file)
      const content = await readFile(name)
      await writeFile(`${name}.gz`, gzipSync(content, { level: 9 }))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
      await writeFile(`${name}.br`, brotliCompressSync(content, { params }))
    }
  },
}

// The page runs under `script-src 'self'`: nothing is inlined, and the preload polyfill, which
// would be, is left out. During development, `/api` is proxied to the shop that runs on port 8080,
// or at `API_URL`.
export default defineConfig(({ mode }) => ({
  plugins: [react(), withoutJsonSchema, compressed],
  server: { proxy: { '/api': loadEnv(mode, '.', 'API_').API_URL ?? 'http://127.0.0.1:8080' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Customers use the phones they have, often inside another app's browser.
    target: ['chrome100', 'firefox100', 'safari15.4'],
    rolldownOptions: {
      output: {
        // One file for the dependencies that every screen needs and no release of the shop changes.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Mutations load with the first form that sends a command.
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|zod)[\\/](?!.*(mutationObserver|useMutation))/,
              priority: 2,
            },
            // Includes the setting that must come before the first schema is created.
            {
              name: 'contracts',
              test: /no-eval|[\\/]contracts[\\/](answer|country|endpoint|error-texts|uploads|(catalogue|order|shop)[\\/](endpoints|id|location|order|product|sales|shop))[.]ts$/,
              priority: 1,
            },
            // Contracts that no customer screen reads load with the first staff view.
            { name: 'staff-contracts', test: /[\\/]contracts[\\/]/ },
          ],
        },
      },
    },
  },
}))
