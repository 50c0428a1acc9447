import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Writes a `.gz` and a `.br` beside every script and style, so that the server does not have to
 * compress them for each request.
 */
export const compressed: Plugin = {
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
