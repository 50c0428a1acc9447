import { eventually } from '@strand/platform/testing/eventually'
import { random, seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { openDurableShop, startServer } from '../../testing/server-process.ts'
import { importPreview, preview, signIn, undoImport } from '../testing/call-server.ts'
import { partOf } from '../testing/import-statement.ts'
import { makeStatement } from '../testing/statement-lines.ts'
import { csvDialects } from '../testing/write-tables.ts'

const kills = repetitions({ usual: 1, long: 100 })
/**
 * Enough lines for most kills to come in the middle; another statement has a third of them, too.
 */
const lines = Math.max(450, kills * 100)

test('a server killed while an import is undone withdraws each line once, and a new import restores them all', async () => {
  const { pool, environment } = await openDurableShop()
  const made = makeStatement(lines, random)
  const third = Math.floor(lines / 3)
  const events = async (type: string) => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*) as count from event_log.event where type = $1',
      [type],
    )
    return rows[0]?.count ?? 0
  }
  let server = await startServer(environment)
  const token = await signIn(server.address)
  const importAll = async (file: Uint8Array) => {
    const previewId = await preview(server.address, token, file)
    const answer = await eventually(
      () => importPreview(server.address, token, previewId),
      ({ status }) => status === 201,
    )
    return answer.body.result
  }
  await importAll(csvDialects.tabs(partOf(made, 0, third)))
  const { statementId, known } = await importAll(csvDialects.tabs(made))
  expect(known).toBe(third)

  // When the server dies, the answer to this request is lost.
  undoImport(server.address, token, statementId).catch(() => {})
  let interrupted = 0
  for (let kill = 0; kill < kills; kill++) {
    const enough = Math.floor(((kill + random()) * (lines - third)) / (kills + 1))
    await eventually(
      () => events('BankLineWithdrawn'),
      (count) => count >= enough,
    )
    await server.kill()
    if ((await events('BankStatementTakenBack')) === 0) interrupted += 1
    server = await startServer(environment)
  }
  expect(interrupted, `TEST_SEED=${seed}`).toBeGreaterThan(0)
  await eventually(
    () => events('BankStatementTakenBack'),
    (count) => count === 1,
  )
  const { rows } = await pool.query<{ lines: number; streams: number }>(
    `select count(*) as lines, count(distinct stream) as streams
       from event_log.event where type = 'BankLineWithdrawn'`,
  )
  expect(rows).toEqual([{ lines: lines - third, streams: lines - third }])
  const taken = await pool.query(
    `select (data ->> 'withdrawn')::int as withdrawn, (data ->> 'kept')::int as kept
       from event_log.event where type = 'BankStatementTakenBack'`,
  )
  expect(taken.rows).toEqual([{ withdrawn: lines - third, kept: third }])
  expect(await importAll(csvDialects.tabs(made))).toMatchObject({
    new: lines - third,
    known: third,
    probablySame: 0,
  })
})
