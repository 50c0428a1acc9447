import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { HttpServer } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = path.join(root, 'web/dist')
const page = path.join(dist, 'index.html')

/** Whether the web app is not built yet, or one of its sources has changed since. */
export const webAppIsStale = async (): Promise<boolean> => {
  if (!existsSync(page)) return true
  // An installed shop may not include the sources.
  if (!existsSync(path.join(root, 'web/src'))) return false
  const builtAt = (await stat(page)).mtimeMs
  const sources = ['web/src', 'web/public', 'contracts'].map((folder) => path.join(root, folder))
  const files = [path.join(root, 'web/index.html'), path.join(root, 'web/vite.config.ts')]
  for (const folder of sources.filter((folder) => existsSync(folder)))
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name))
  for (const file of files) if ((await stat(file)).mtimeMs > builtAt) return true
  return false
}

/** Builds in a separate process, so that the shop does not keep the bundler in memory. */
export const buildWebApp = async (): Promise<void> => {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    // A test run's NODE_ENV would build React's slow development version, also for the next start.
    // biome-ignore lint/style/noProcessEnv: handed on whole, none of it read
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The web app cannot be built: ${output.trim()}`)
}

/**
 * Serves the built web app: its files are cached forever, since their names contain a hash, and
 * index.html answers every path that is a screen, with a fresh nonce in each answer.
 */
export const webApp = async () => {
  const html = await readFile(page, 'utf8')
  return {
    serveFiles: async (app: HttpServer) => {
      await app.register(fastifyStatic, {
        root: dist,
        index: false,
        // web/vite.config.ts compresses them once, at the highest level.
        preCompressed: true,
        wildcard: false,
        cacheControl: false,
        setHeaders: (reply, file) =>
          reply.header(
            'Cache-Control',
            file.includes(`${path.sep}assets${path.sep}`)
              ? 'public, max-age=31536000, immutable'
              : 'public, max-age=3600',
          ),
      })
    },
    /** Answers any path that is neither a file nor the API's: the router knows its screens. */
    servePage: (request: FastifyRequest, reply: FastifyReply) => {
      const isPage = !request.url.startsWith('/assets/') // perhaps from an older release
      if (!isPage || !['GET', 'HEAD'].includes(request.method)) return reply.code(404).send()
      return reply
        .header('Content-Type', 'text/html; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .send(html.replaceAll('__CSP_NONCE__', reply.styleNonce))
    },
  }
}
