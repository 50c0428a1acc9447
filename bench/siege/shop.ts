import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@strand/platform/postgres/embedded'
import { clientFrom } from './client.ts'
import type { Stock } from './order-form.ts'

export const owner = { email: 'owner@siege.example', password: 'Besieged-2026-harbour!' }

/** Starts the shop on an empty folder as `npm start` does, with the same limits. */
export const startShop = async (folder: string) => {
  const port = await freePort()
  const root = path.resolve(import.meta.dirname, '../..')
  const child = spawn(
    process.execPath,
    [path.join(root, 'tools/node24.mjs'), path.join(root, 'all-in-one/main.ts')],
    {
      env: {
        DATA_DIR: folder,
        PORT: String(port),
        PATH: path.dirname(process.execPath),
        SUPERADMIN_EMAIL: owner.email,
        SUPERADMIN_PASSWORD: owner.password,
        // The reserve is small, because other things use this machine's disk, too.
        DISK_RESERVE: '1GB',
        HEALTH_TOKEN: 'the-token-of-the-siege',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const client = clientFrom(port, '127.3.0.1')
  const ready = () => client.json('GET', '/readyz')
  while ((await ready()).status !== 200) {
    if (child.exitCode !== null) throw new Error('the shop did not start')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return {
    port,
    ready: () =>
      client.json('GET', '/readyz', {
        headers: { authorization: 'Bearer the-token-of-the-siege' },
      }),
    stock: () => stockOf(port),
    /**
     * In bytes: the memory of each of the shop's Node processes, and of all Postgres processes
     * together.
     */
    memory: () => memoryOf(child.pid ?? 0),
    stop: async () => {
      client.close()
      child.kill('SIGTERM')
      await ended
    },
  }
}

const stockOf = async (port: number): Promise<Stock> => {
  const client = clientFrom(port, '127.3.0.1')
  const { body: session } = await client.json('POST', '/api/login', { body: owner })
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const product = { productname: 'Bone straight', price: 72_000 }
  const location = { location: 'Lagos', price: 3_000 }
  await client.json('POST', '/api/admin/create-product', { body: product, headers })
  const made = await client.json('POST', '/api/admin/create-delivery-location', {
    body: location,
    headers,
  })
  const since = { headers: { 'x-min-position': String(made.headers['x-position'] ?? '0') } }
  const products = await client.json('GET', '/api/products', since)
  const locations = await client.json('GET', '/api/delivery-location', since)
  client.close()
  return {
    product: products.body.result[0],
    location: { locationid: locations.body.result[0].locationid, price: location.price },
  }
}

/** The name for the memory of all processes of the embedded Postgres. */
export const postgres = 'Postgres'

/**
 * In bytes: the memory of a process and of the processes that it started, by program. Shared pages,
 * such as Node's own, count once: each process is charged its share.
 */
const memoryOf = (pid: number): Map<string, number> => {
  const children = Map.groupBy(
    readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
    (name) => Number(fieldOf(readProcess(name, 'status'), 'PPid')),
  )
  const taken = new Map<string, number>()
  const add = (name: string) => {
    const command = readProcess(name, 'cmdline')
    const program = command.split('\0').findLast((word) => word.endsWith('.ts'))
    const what = program ? `${path.basename(program)} ${name}` : postgres
    const bytes = Number(fieldOf(readProcess(name, 'smaps_rollup'), 'Pss')) * 1024 || 0
    taken.set(what, (taken.get(what) ?? 0) + bytes)
    for (const child of children.get(Number(name)) ?? []) add(child)
  }
  add(String(pid))
  return taken
}

/** Empty if the process has ended. */
const readProcess = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const fieldOf = (text: string, key: string) =>
  new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(text)?.[1] ?? ''
