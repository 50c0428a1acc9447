import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { escapeHtml } from '@strand/platform/http/escape-html'
import type { HttpServer } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = path.join(root, 'web/dist')
const page = path.join(dist, 'index.html')

/** Whether the web app is not built, or one of its sources has changed since. */
export const webAppIsStale = async (): Promise<boolean> => {
  if (!existsSync(page)) return true
  // An installed shop may lack the sources.
  if (!existsSync(path.join(root, 'web/src'))) return false
  const builtAt = (await stat(page)).mtimeMs
  const sources = ['web/src', 'web/build', 'web/public', 'contracts'].map((folder) =>
    path.join(root, folder),
  )
  const files = ['web/index.html', 'web/vite.config.ts', 'event-sourcing/codec.ts'].map((file) =>
    path.join(root, file),
  )
  for (const folder of sources.filter((folder) => existsSync(folder)))
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name))
  for (const file of files) if ((await stat(file)).mtimeMs > builtAt) return true
  return false
}

/** Builds in a process of its own, so that the shop does not keep the bundler in memory. */
export const buildWebApp = async (): Promise<void> => {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    // A test run's NODE_ENV would build React's slow development version, also for the next start.
    // biome-ignore lint/style/noProcessEnv: passed on as a whole, not read here
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

/** The built pages by name, without extension. `web/build/pages.ts` lists them. */
const readPages = async (values: Record<string, string>): Promise<Map<string, string>> => {
  const pages = new Map<string, string>()
  for (const file of await readdir(dist, { recursive: true })) {
    if (!file.endsWith('.html')) continue
    let html = await readFile(path.join(dist, file), 'utf8')
    for (const [name, value] of Object.entries(values))
      html = html.replaceAll(`__${name}__`, () => escapeHtml(value))
    pages.set(file.slice(0, -'.html'.length).replaceAll(path.sep, '/'), html)
  }
  return pages
}

/**
 * The name of the page at an address; the page may not exist. The router has the same addresses.
 */
const pageOf = (url: string): string => {
  const [first = '', second, ...others] = pathOf(url).slice(1).replace(/\/$/, '').split('/')
  if (first === 'dashboard') return first
  if (others.length > 0 || first === 'index' || second === '') return ''
  return second === undefined ? first || 'confirm-payment' : `${first}/one`
}
const pathOf = (url: string) => url.split(/[?#]/)[0] ?? ''

const manifestPath = '/manifest.webmanifest'

/** Phones show the shop's name below the icon on their home screen. */
const readManifest = async (shopName: string): Promise<string> => {
  const text = await readFile(path.join(dist, manifestPath), 'utf8')
  return text.replaceAll('"__SHOP_NAME__"', () => JSON.stringify(shopName))
}

/**
 * Serves the built web app. Files in `assets/` are cached forever, because their names contain a
 * hash; other files are cached for an hour, and pages not at all. An address without a page gets
 * index.html with the status 404. Each page has a new nonce.
 *
 * @param shop the data for a page before the app starts, and for links to it
 */
export const webApp = async (shop: { name: string; publicUrl: string }) => {
  const pages = await readPages({ SHOP_NAME: shop.name, PUBLIC_URL: shop.publicUrl })
  const manifest = await readManifest(shop.name)
  return {
    serveFiles: async (app: HttpServer) => {
      app.get(manifestPath, (_request, reply) =>
        reply
          .header('Content-Type', 'application/manifest+json')
          .header('Cache-Control', 'public, max-age=3600')
          .send(manifest),
      )
      await app.register(fastifyStatic, {
        root: dist,
        index: false,
        globIgnore: ['**/*.html', manifestPath.slice(1)],
        // web/build/compressed.ts has compressed the files, at the highest level.
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
    /** Answers any path that is neither a file's nor the API's. */
    servePage: (request: FastifyRequest, reply: FastifyReply) => {
      // An asset that does not exist may be from an older release.
      const isPage = !request.url.startsWith('/assets/')
      if (!isPage || !['GET', 'HEAD'].includes(request.method)) return reply.code(404).send()
      const page = pages.get(pageOf(request.url))
      const html = (page ?? pages.get('index') ?? '').replaceAll('__CSP_NONCE__', reply.styleNonce)
      reply
        .code(page === undefined ? 404 : 200)
        .header('Content-Type', 'text/html; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .header('Vary', 'Accept-Encoding')
      // @fastify/compress handles only routes, and this handler is not a route.
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
      return reply.header('Content-Encoding', 'gzip').send(gzipSync(html, { level: 1 }))
    },
  }
}
