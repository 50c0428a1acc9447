import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freePort } from '@strand/platform/postgres/embedded'
import { compiled } from '@strand/platform/testing/compiled'
import { someOf } from '@strand/platform/testing/random'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { passwordIn, signIn, startShopProcess, temporaryFolder } from '../testing/shop-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const run = (script: string, given: string[], settings: Record<string, string> = {}) =>
  new Promise<{ code: number; printed: string }>((resolve) => {
    execFile(
      process.execPath,
      ['tools/node24.mjs', script, ...given],
      { cwd: root, env: { ...compiled, ...settings } },
      (error, out, err) => {
        // On a busy machine, the command also prints its progress, which is removed here.
        const printed = `${out}${err}`.replaceAll(/^ {2}\d+ of \d+ .*\n/gm, '')
        resolve({ code: error ? Number(error.code) : 0, printed })
      },
    )
  })

test('npm run backup, drill and restore: a running shop is restored into a folder on which it starts', async () => {
  const folder = await temporaryFolder()
  const [to, into] = [path.join(folder, 'backup'), path.join(folder, 'restored')]
  const settings = {
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await freePort()),
    HEALTH_TOKEN: 'the-token-of-an-operator',
    BACKUP_URL: to,
  }
  const shop = startShopProcess(settings)
  const address = await shop.open()
  const details = { headers: { Authorization: `Bearer ${settings.HEALTH_TOKEN}` } }
  const readiness = async () => (await fetch(`${address}/readyz`, details)).json()
  expect(await readiness()).toMatchObject({ lastDrill: 'never' })
  const backup = await run('all-in-one/backup.ts', [], settings)
  expect(backup).toEqual({
    code: 0,
    printed: expect.stringMatching(/^ {2}Backed up as of \S+Z: \d+ events, root \S+=, 0 orders/),
  })
  expect((await stat(path.join(to, 'secrets-1.json'))).mode & 0o777).toBe(0o600)
  const drill = await run('all-in-one/drill.ts', [], settings)
  expect(drill).toEqual({
    code: 0,
    printed: expect.stringMatching(/^ {2}Drill of the backup from \S+Z \(.*\), in \d+ s: whole\n$/),
  })
  expect(await readiness()).toMatchObject({ status: 'ok', lastDrill: '0 min ago, whole' })
  expect(await (await fetch(`${address}/metrics`, details)).text()).toContain(
    'strand_last_drill_whole 1',
  )
  // The output has no warning about the database role, because the shop's own role rotates its keys.
  expect(await run('all-in-one/keys.ts', ['rotate'], settings)).toEqual({
    code: 0,
    printed: expect.stringMatching(/^ {2}Everything now uses/),
  })
  shop.kill('SIGTERM')
  await shop.ended

  await mkdir(into)
  const restore = await run('all-in-one/restore.ts', ['--from', to, '--into', into])
  expect(restore).toEqual({ code: 0, printed: expect.stringContaining('  Restored as of ') })
  const again = await run('all-in-one/restore.ts', ['--from', to, '--into', into])
  expect(again).toEqual({ code: 1, printed: `The folder ${into} is not empty\n` })
  expect(await readdir(folder)).not.toContain('restored.restoring')
  const restored = startShopProcess({ ...settings, DATA_DIR: into })
  const password = passwordIn(shop.printed())
  expect(await signIn(await restored.open(), password)).toBe(200)
})

test('a wrong call prints the usage', async () => {
  const calls = [
    ['all-in-one/backup.ts', ['there']],
    ['all-in-one/drill.ts', ['--into', 'x']],
    ['all-in-one/restore.ts', ['--from', 'x']],
    ['compose/restore.ts', ['--into', 'x']],
  ] as const
  for (const [script, given] of someOf(calls, 2))
    expect(await run(script, [...given])).toEqual({
      code: 1,
      printed: expect.stringMatching(/^Usage: (npm run|node compose)/),
    })
})

test('a command in a place without a shop says so, and does not create one', async () => {
  const folder = path.join(await temporaryFolder(), 'mistyped')
  const empty = await testDatabase()
  const commands = [
    ['backup', ['--to', `${folder}-backup`]],
    ['drill', ['--from', `${folder}-backup`]],
    ['rebuild', []],
    ['verify', []],
    ['keys', ['rotate']],
    ['account', ['reset-second-factor', 'ada@mail.example']],
  ] as const
  for (const [script, given] of someOf(commands, 2))
    for (const [settings, place] of [
      [{ DATA_DIR: folder }, folder],
      [{ DATA_DIR: folder, DATABASE_URL: empty.url }, 'the database'],
    ] as const)
      expect(await run(`all-in-one/${script}.ts`, [...given], settings), script).toEqual({
        code: 1,
        printed: expect.stringMatching(
          new RegExp(`^There is no shop in ${place}: set DATA_DIR .*\n$`),
        ),
      })
  expect(existsSync(folder)).toBe(false)
})

test('separate services: the owner of their database backs them up and drills the backup beside it', async () => {
  const shop = await startSpecificationShop()
  onTestFinished(shop.close)
  const goods = await createCatalogue(shop, await shop.signIn())
  await placeOrder(shop, goods)
  const to = path.join(await temporaryFolder(), 'backup')
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  const { databaseUrl, filesUrl } = shop.urls
  const settings = {
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: databaseUrl,
    FILES_URL: filesUrl,
    TOKEN_SECRET: key(1),
    PERSONAL_DATA_KEY: key(2),
    BANK_LINE_KEY: key(3),
    LOG_SIGNING_KEY: key(4),
    LOG_WRITER_KEY: key(5),
    LOG_LEVEL: 'error',
  }
  const backup = await run('compose/backup.ts', ['--to', to], settings)
  expect(backup).toEqual({ code: 0, printed: expect.stringContaining('1 orders worth ₦146500') })
  const drill = await run('compose/drill.ts', ['--from', to], settings)
  expect(drill).toEqual({ code: 0, printed: expect.stringMatching(/ in \d+ s: whole\n$/) })
  const left = await shop.pool.query(`select from pg_database where datname ~ '^strand_drill'`)
  expect(left.rowCount).toBe(0)
  const { rows } = await shop.pool.query('select whole from public.drill')
  expect(rows).toEqual([{ whole: true }])

  const lost = { ...settings, FILES_URL: pathToFileURL(await temporaryFolder()).href }
  expect(await run('compose/backup.ts', ['--to', to], lost)).toEqual({
    code: 1,
    printed: expect.stringMatching(/missing at FILES_URL: 1\. Of these, the backup .*: 1\./),
  })

  // The secrets come from the settings, because the backup's own may be stored elsewhere.
  await rm(path.join(to, 'secrets-2.json'))
  const restore = await run('compose/restore.ts', ['--from', to], settings)
  expect(restore).toEqual({ code: 1, printed: 'The database to restore into is not empty\n' })
})
