import { eventually } from '@strand/platform/testing/eventually'
import { random, seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { openDurableShop, startServer } from '../../testing/server-process.ts'
import { importPreview, preview, signIn } from '../testing/call-server.ts'
import { makeStatement } from '../testing/statement-lines.ts'
import { csvDialects } from '../testing/write-tables.ts'

const kills = repetitions({ usual: 1, long: 200 })
const lines = Math.max(600, kills * 100)

test('a server killed in the middle of imports loses no line and records none twice', async () => {
  const { pool, environment } = await openDurableShop()
  const made = makeStatement(lines, random)
  const file = csvDialects.commas(made)
  const recorded = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) as count from event_log.event where type = 'BankLineRecorded'`,
    )
    return rows[0]?.count ?? 0
  }
  let server = await startServer(environment)
  const token = await signIn(server.address)
  const previewId = await preview(server.address, token, file)
  // When the server dies, the answer to this request is lost.
  importPreview(server.address, token, previewId).catch(() => {})
  let interrupted = 0
  for (let kill = 0; kill < kills; kill++) {
    // Kills at a random point, further along each time, however fast the machine is.
    const enough = Math.floor(((kill + random()) * lines) / (kills + 1))
    await eventually(recorded, (count) => count >= enough)
    await server.kill()
    if ((await recorded()) < lines) interrupted += 1
    server = await startServer(environment)
  }
  expect(interrupted, `TEST_SEED=${seed}`).toBeGreaterThan(0)
  const answer = await eventually(
    () => importPreview(server.address, token, previewId),
    ({ status }) => status === 201,
  )
  expect(answer.body).toMatchObject({
    result: { rows: lines, new: lines, known: 0, probablySame: 0 },
  })
  const { rows } = await pool.query<{ lines: number; streams: number; sum: string }>(
    `select count(*) as lines, count(distinct stream) as streams,
       sum((data ->> 'amountKobo')::int8)::text as sum
     from event_log.event where type = 'BankLineRecorded'`,
  )
  const sum = made.lines.reduce((total, { amountKobo }) => total + amountKobo, 0)
  expect(rows).toEqual([{ lines, streams: lines, sum: String(sum) }])
  const statements = `select from event_log.event where type = 'BankStatementImported'`
  expect((await pool.query(statements)).rowCount).toBe(1)
})
