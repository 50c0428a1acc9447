import { execFileSync, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@strand/platform/postgres/embedded'
import { onTestFinished } from 'vitest'
import { findNginx } from '../../tools/find-programs.ts'

const here = fileURLToPath(new URL('../', import.meta.url))
const page = '<meta property="csp-nonce" nonce="__CSP_NONCE__" />'
const form = `${page}<title>__SHOP_NAME__</title><a href="__PUBLIC_URL__">`

const program = findNginx()
export const hasNginx = program !== undefined

/**
 * Runs the machine's nginx with compose/nginx.conf on a free port, as its image does. Only the
 * image's own names and folders differ.
 *
 * @param api the address of both APIs
 */
export const startNginx = async (api: string, settings: Record<string, string> = {}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-nginx-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const node = (script: string) => execFileSync(process.execPath, [path.join(here, script)])
  await mkdir(path.join(folder, 'html/assets'), { recursive: true })
  await mkdir(path.join(folder, 'html/order-history'))
  await writeFile(path.join(folder, 'html/index.html'), page)
  await writeFile(path.join(folder, 'html/confirm-payment.html'), form)
  await writeFile(path.join(folder, 'html/order-history/one.html'), page)
  await writeFile(path.join(folder, 'html/dashboard.html'), page)
  await writeFile(path.join(folder, 'html/manifest.webmanifest'), '{"name":"__SHOP_NAME__"}')
  await writeFile(path.join(folder, 'html/assets/app-1.js'), 'export {}')
  await writeFile(path.join(folder, 'page-headers.conf'), node('page-headers.ts'))
  await cp(path.join(here, 'nginx-settings.sh'), path.join(folder, 'settings.sh'))
  execFileSync('/bin/sh', [path.join(folder, 'settings.sh'), folder], {
    env: { PATH: '/usr/bin:/bin', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await freePort()
  const server = (await readFile(path.join(here, 'nginx.conf'), 'utf8'))
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('/usr/share/nginx/html', `${folder}/html`)
    .replaceAll('/etc/nginx/strand/', `${folder}/`)
    .replaceAll('/run/strand/', `${folder}/`)
    .replaceAll(/(command|query)-api:808\d/g, api)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
     events {} http { access_log off; ${temporary} ${server} }`,
  )
  const child = spawn(program ?? '', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    if (answer?.ok) return { host: `127.0.0.1:${port}`, address: `http://127.0.0.1:${port}` }
    if (child.exitCode !== null) throw new Error(complaints)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sends a GET from one of this machine's addresses, each of which stands for another machine. */
export const getFrom = (
  localAddress: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const agent = new Agent({ localAddress })
    const call = request(url, { agent, headers, localAddress }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    call.once('error', reject).end()
  })

/** Posts a JSON body of this many bytes as fast as it is accepted; returns the answer's status. */
export const postLarge = (url: string, bytes: number, chunked = false): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = chunked ? {} : { 'content-length': bytes }
    const headers = { 'content-type': 'application/json', ...length }
    const call = request(url, { method: 'POST', headers, agent: false })
    // The answer counts even if the connection breaks while the rest of the body is sent.
    let answered = false
    call.once('response', (answer) => {
      answered = true
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', reject)
    })
    call.on('error', (error) => {
      if (!answered) reject(error)
    })
    const part = Buffer.alloc(1_000_000, ' ')
    let left = bytes
    const write = () => {
      while (left > 0 && !answered) {
        left -= part.length
        if (!call.write(part)) return call.once('drain', write)
      }
      return call.end()
    }
    write()
  })

/** A proxy that calls `next` from its own address, and appends its caller to X-Forwarded-For. */
export const startProxyAt = async (localAddress: string, next: string): Promise<string> => {
  const server = createServer(async (incoming, outgoing) => {
    const earlier = incoming.headers['x-forwarded-for']
    const caller = incoming.socket.remoteAddress ?? ''
    const forwarded = [...(earlier === undefined ? [] : [earlier]), caller].join(', ')
    const answer = await getFrom(localAddress, `${next}${incoming.url}`, {
      'x-forwarded-for': forwarded,
    })
    outgoing.writeHead(answer.status).end(answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, localAddress, resolve))
  onTestFinished(() => void server.close())
  return `http://${localAddress}:${(server.address() as AddressInfo).port}`
}
