import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Connection, openConnection, requestText } from '../measuring/http-connection.ts'
import { owner } from './owner.ts'
import { withoutLogProof } from './shop-arguments.ts'
import type { CallMessage, ShopCalls } from './shop-process.ts'

type CallResult = { ready?: true; id?: number; result?: unknown; error?: string }
type Input<Name extends keyof ShopCalls> =
  Parameters<ShopCalls[Name]> extends [infer One] ? [input: One] : []

/**
 * Names Node's cache of compiled code, which every npm script uses, so that a program of the shop
 * starts here as fast as there.
 */
// biome-ignore lint/style/noProcessEnv: Node's own variable, not a setting
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

/**
 * Starts the shop on a data folder in a process of its own, and returns functions that call it. The
 * shop has the settings of `npm start`, except for the rate limits per client address, the reading
 * of proofs and the reserved disk space. The shop inherits nothing else from this process's
 * environment.
 *
 * @param options.settings further settings
 * @param options.proveLog see `ShopOptions`
 * @param options.profile a folder for a CPU profile of the shop, written when it stops
 */
export const openShopProcess = async (
  folder: string,
  options: {
    settings?: Record<string, string>
    proveLog?: boolean
    profile?: string | undefined
  } = {},
) => {
  const started = performance.now()
  const flags = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []
  const given = options.proveLog === false ? [withoutLogProof] : []
  const child = fork(fileURLToPath(new URL('shop-process.ts', import.meta.url)), given, {
    env: {
      ...compileCache,
      DATA_DIR: folder,
      PORT: '0',
      RATE_LIMITS: 'off',
      READ_PROOFS: 'off',
      // The sample orders are so old that their proofs would be deleted during a measurement.
      PROOF_RETENTION_DAYS: '0',
      // A shop of millions of orders may use disk space that `npm start` would keep free.
      DISK_RESERVE: '0',
      ...options.settings,
    },
    execArgv: ['--expose-gc', ...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ready = Promise.withResolvers<void>()
  child.on('message', ({ ready: isReady, id, result, error }: CallResult) => {
    if (isReady) ready.resolve()
    const pending = waiting.get(id ?? -1)
    waiting.delete(id ?? -1)
    if (error) pending?.reject(new Error(`in the shop's process: ${error}`))
    else pending?.resolve(result)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => {
    const error = new Error('the shop’s process has ended')
    ready.reject(error)
    for (const pending of waiting.values()) pending.reject(error)
  })

  let calls = 0
  const call = async <Name extends keyof ShopCalls>(
    name: Name,
    ...[input]: Input<Name>
  ): Promise<Awaited<ReturnType<ShopCalls[Name]>>> => {
    const pending = Promise.withResolvers<unknown>()
    const id = ++calls
    waiting.set(id, pending)
    child.send({ id, name, input } as CallMessage)
    return (await pending.promise) as Awaited<ReturnType<ShopCalls[Name]>>
  }
  await ready.promise
  const startSeconds = (performance.now() - started) / 1000
  const ports = await call('ports')
  return {
    call,
    ports,
    startSeconds,
    caughtUp: async () => {
      while (!(await call('hasCaughtUp'))) await new Promise((resolve) => setTimeout(resolve, 100))
    },
    /** The owner's access token, valid for ten minutes. */
    token: () =>
      withConnection(ports.shop, async (line) => {
        const { body } = await line.send(
          requestText('POST', '/api/login', { body: JSON.stringify(owner) }),
        )
        return String(JSON.parse(body).accessToken)
      }),
    stop: async () => {
      if (child.connected) await call('stop')
      await ended
    },
    kill: () => child.kill('SIGKILL'),
  }
}
export type ShopProcess = Awaited<ReturnType<typeof openShopProcess>>

const withConnection = async <T>(
  port: number,
  work: (line: Connection) => Promise<T>,
): Promise<T> => {
  const line = openConnection(port)
  try {
    return await work(line)
  } finally {
    line.close()
  }
}
