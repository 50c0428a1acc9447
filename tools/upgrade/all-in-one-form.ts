import path from 'node:path'
import { buildWebApp, webAppIsStale } from '../../all-in-one/web-app.ts'
import { freePort, startEmbeddedPostgres } from '../../platform/postgres/embedded.ts'
import { call } from './call.ts'
import type { Form, FormOptions } from './form.ts'
import { until } from './until.ts'

const entryPoint = 'all-in-one/main.ts'

/** The shop in one process: stops the old release, and starts the new one on the same folder. */
export const openAllInOneForm = async (options: FormOptions): Promise<Form> => {
  const { folder, from, to, programs, say } = options
  const data = path.join(folder, 'data')
  const port = await freePort()
  const settings = { ...options.settings, DATA_DIR: data, PORT: String(port) }
  const address = `http://127.0.0.1:${port}`
  const start = async (release: string) => {
    const program = programs.start(release, entryPoint, settings)
    await until(
      'the shop is ready',
      async () => {
        if (program.hasEnded()) throw new Error(`The shop did not start: see ${folder}/logs`)
        return (await call(address, { path: '/readyz' })).status === 200
      },
      { seconds: 120 },
    )
    return program
  }
  // The app is built before the shop stops; otherwise the shop's start would build it while
  // customers wait.
  if (await webAppIsStale()) await buildWebApp()
  const old = await start(from)
  let isReplaced = false
  let oldEndedAt = Number.POSITIVE_INFINITY
  return {
    address,
    mayBeClosed: () => isReplaced,
    isFromOld: (_answer, askedAt) => askedAt < oldEndedAt,
    upgrade: async () => {
      isReplaced = true
      const began = performance.now()
      await old.stop()
      oldEndedAt = performance.now()
      await start(to)
      isReplaced = false
      say(`closed for ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    },
    // Uses the server that the shop has started.
    databaseUrl: async () => (await startEmbeddedPostgres(path.join(data, 'postgres'))).url,
    verify: () => programs.run(to, 'all-in-one/verify.ts', settings),
  }
}
