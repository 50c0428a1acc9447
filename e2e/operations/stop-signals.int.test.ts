import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '@strand/platform/postgres/embedded'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { startChildProcess } from '../testing/child-process.ts'
import { startShopProcess, temporaryFolder } from '../testing/shop-process.ts'

/** The folders of `sh`, `env` and `timeout`. */
const programs = '/usr/bin:/bin'

const openedShop = async (options: Parameters<typeof startShopProcess>[1]) => {
  const data = path.join(await temporaryFolder(), 'data')
  const settings = { PATH: programs, DATA_DIR: data, PORT: String(await freePort()) }
  // Makes the shop believe that npm started it. Such a shop notices by itself when npm ends.
  const shop = startShopProcess({ ...settings, npm_lifecycle_event: 'start' }, options)
  return { shop, data, address: await shop.open() }
}

const pidFile = (data: string) => path.join(data, 'postgres/postmaster.pid')
const postgresOf = async (data: string) =>
  Number((await readFile(pidFile(data), 'utf8')).split('\n')[0])

/** Waits for the end of the shop's Postgres, and returns whether it shut down cleanly. */
const endedInOrder = async (data: string) => {
  await eventually(() => readFile(pidFile(data), 'utf8').catch(() => 'gone'), 'gone')
  const control = await readFile(path.join(data, 'postgres/global/pg_control'))
  // `state` in pg_control: 1 is DB_SHUTDOWNED, which needs no recovery at the next start.
  return control.readUInt32LE(16) === 1
}

/** A process and all its descendants, in any process group. */
const treeOf = async (root: number): Promise<number[]> => {
  const parents = await Promise.all(
    (await readdir('/proc')).filter(Number).map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid: Number(pid), parent: Number(/\) \w (\d+)/.exec(stat)?.[1]) }
    }),
  )
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ]
  return below(root)
}

test('SIGTERM to the whole group shuts the shop down cleanly, including its Postgres', async () => {
  const { shop, data, address } = await openedShop({ inShell: true, under: ['env'] })
  shop.killGroup('SIGTERM')
  expect(await endedInOrder(data)).toBe(true)
  await expect(fetch(address)).rejects.toThrow()
  expect(shop.printed()).not.toContain('stopped unexpectedly')
})

test('`timeout` shuts the shop down cleanly', async () => {
  const { shop, data } = await openedShop({ under: ['timeout', '3600'] })
  shop.kill('SIGTERM')
  expect(await endedInOrder(data)).toBe(true)
})

test('SIGTERM to each process, as systemd sends it, shuts the shop down cleanly', async () => {
  const { shop, data } = await openedShop({ inShell: true, under: ['env'] })
  const tree = [...(await treeOf(shop.pid ?? 0)), ...(await treeOf(await postgresOf(data)))]
  for (const pid of new Set(tree)) signalled(pid, 'SIGTERM')
  expect(await endedInOrder(data)).toBe(true)
  await eventually(() => tree.filter((pid) => signalled(pid, 0)), [])
  expect(shop.printed()).not.toMatch(/"level":50|stopped unexpectedly/)
})

test('a command that is terminated leaves no Postgres behind', async () => {
  const { shop, data } = await openedShop({})
  shop.kill('SIGTERM')
  expect(await endedInOrder(data)).toBe(true)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const command = startChildProcess(
      [process.execPath, 'tools/node24.mjs', 'all-in-one/verify.ts'],
      { PATH: programs, DATA_DIR: data },
      'SIGKILL',
      { inOwnGroup: true },
    )
    await eventually(
      () => postgresOf(data).catch(() => 0),
      (pid) => pid > 0,
    )
    command.killGroup(signal)
    await command.ended
    expect(await endedInOrder(data)).toBe(true)
  }
})

const signalled = (pid: number, signal: NodeJS.Signals | 0) => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
