import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { roleOf, services } from '@strand/platform/postgres/roles'
import { compiled } from '@strand/platform/testing/compiled'
import { eventually } from '@strand/platform/testing/eventually'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs `npm start` with a data folder that only the starting user can enter. */
const startShop = async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'strand-closed-'))
  await chmod(home, 0o700)
  const folder = path.join(home, 'data')
  const child = spawn(process.execPath, ['all-in-one/main.ts'], {
    cwd: root,
    env: { ...compiled, DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
    await rm(home, { recursive: true, force: true })
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await eventually(
    () => ({ exitCode: child.exitCode, printed }),
    ({ exitCode, printed }) => exitCode !== null || printed.includes('Customers'),
  )
  return folder
}

/** A superuser's connection, which only the test uses while the shop runs. */
const superuserOf = async (folder: string) => {
  const [, , , port] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  )
  const password = (await readFile(path.join(folder, 'postgres.password'), 'utf8')).trim()
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
  })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('in a closed folder the shop keeps no superuser connection, and its roles can read no file', async () => {
  const folder = await startShop()
  const superuser = await superuserOf(folder)
  const { rows } = await superuser.query<{ name: string; superuser: boolean }>(
    `select distinct usename as name, rolsuper as superuser
       from pg_stat_activity join pg_roles on rolname = usename
      where backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`,
  )
  expect(rows).toEqual(services.map((service) => ({ name: roleOf(service), superuser: false })))

  // Only the user who started the shop may read the password; the server's user may not.
  const { mode, uid } = await stat(path.join(folder, 'postgres.password'))
  expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()])

  // The server process can read the secret, because root lets the process traverse its folders.
  const secret = path.join(folder, 'token-secret')
  const read = `select length(pg_read_file('${secret}')) as length`
  expect((await superuser.query(read)).rows).toEqual([{ length: 44 }])
  for (const service of services) {
    await superuser.query(`set role ${roleOf(service)}`)
    for (const sql of [
      read,
      `select pg_ls_dir('${folder}')`,
      `select lo_import('${secret}')`,
      `copy public.personal_key_check from '${secret}'`,
      `copy (select 1) to '${folder}/written'`,
      `copy (select 1) to program 'cat ${secret}'`,
    ])
      await expect(superuser.query(sql), `${service}: ${sql}`).rejects.toMatchObject({
        code: '42501',
      })
    await superuser.query('reset role')
  }
})
