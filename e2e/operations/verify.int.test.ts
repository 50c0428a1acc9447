import type { LogStatus, LogVerification } from '@strand/contracts/log-proof/log'
import { silentLog } from '@strand/event-sourcing/log'
import { requestRebuild, waitForRebuild } from '@strand/event-sourcing/processors/rebuild'
import { signCheckpoint } from '@strand/log-proof/checkpoint'
import { cosignatureLine, cosignerOf } from '@strand/log-proof/cosignature'
import { sha256 } from '@strand/log-proof/hashes'
import { readNote, signerOf } from '@strand/log-proof/note'
import { readTree } from '@strand/log-proof/tables'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { urlsOfRoles } from '@strand/platform/testing/database-roles'
import { verifyAddress } from '@strand/projections/log-proof/verify/address'
import { readArguments, type VerifyArguments } from '@strand/projections/log-proof/verify/arguments'
import { verifyShop } from '@strand/projections/log-proof/verify/run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SpecificationShop, startSpecificationShop } from '../testing/client.ts'
import { type CatalogueIds, createCatalogue, placeOrder } from '../testing/fixtures.ts'

let shop: SpecificationShop
let owner: string
let goods: CatalogueIds
const orders: string[] = []
beforeAll(async () => {
  shop = await startSpecificationShop({ logReadToken: program, logWitnesses: [witness] })
  owner = await shop.signIn()
  goods = await createCatalogue(shop, owner)
  for (let n = 0; n < 4; n++) orders.push(await placeOrder(shop, goods))
  await shop.put(`/api/admin/approve-order/${orders[0]}`, {}, { as: owner })
  await shop.until(async () => (await shop.eventStore.readStream('log-proof')).length, 1)
})
afterAll(() => shop.close())

const witness = cosignerOf('witness.example/w1', Buffer.alloc(32, 9))
const program = 'a-token-of-an-auditor'

/** Runs the verification as the `projections` role, as in a shop of separate services. */
const run = async (changes: Partial<VerifyArguments> = {}) => {
  let printed = ''
  const url = urlsOfRoles(shop.urls.databaseUrl).projections
  const code = await verifyShop({
    databaseUrl: url,
    eventStoreUrl: url,
    log: silentLog,
    masterKey: keyRing(Buffer.alloc(32, 2)),
    signingKeys: keyRing(Buffer.alloc(32, 4)),
    writerKey: Buffer.alloc(32, 5),
    arguments: { afterRestore: false, ...changes },
    write: (text) => {
      printed += text
    },
  })
  // On a busy machine, the command also prints its progress, which is removed here.
  return { code, printed: printed.replaceAll(/^ {2}\d.*\n/gm, '') }
}

const treeIsWhole = async () => {
  const head = await shop.eventStore.headPosition()
  await shop.until(async () => (await readTree(shop.pool))?.position, head)
}

const verify = async (changes: Partial<VerifyArguments> = {}) => {
  await treeIsWhole()
  return run(changes)
}

const whole = {
  code: 0,
  printed: expect.stringMatching(/^\d+ events, root \S+=, as signed at \S+Z: whole\n$/),
}

test('a running shop verifies as intact, even after an erasure and a rebuild', async () => {
  const erased = await shop.call('DELETE', `/api/admin/orders/${orders[1]}/personal-data`, {
    as: owner,
  })
  expect(erased.status).toBe(200)
  const kept = (await shop.raw('/api/audit/log/checkpoint')).text
  expect(await verify({ since: kept })).toEqual(whole)
  const names = await requestRebuild(shop.pools.projections, [])
  expect(await waitForRebuild(shop.pools.projections, names)).toBe(true)
  expect(await verify({ since: kept })).toEqual(whole)
  const { rows } = await shop.pool.query(`select from pg_namespace where nspname ~ '^verify_'`)
  expect(rows, 'schemas left behind').toEqual([])
})

test('events recorded during a verification are compared, too, and are not held up', async () => {
  let isVerified = false
  const load = async () => {
    while (!isVerified) await placeOrder(shop, goods)
  }
  const verified = run().finally(() => {
    isVerified = true
  })
  const [result] = await Promise.all([verified, load(), load()])
  expect(result).toEqual({ code: 0, printed: expect.stringMatching(/: whole\n$/) })
  expect(result.printed).not.toContain('was not compared')
})

test('a witness cosigns a checkpoint of the log; anything else is refused, and nothing is lost', async () => {
  await treeIsWhole()
  const as = program
  const get = (path: string) => shop.get(`/api/audit/log/${path}`, { as })
  const cosign = (note: string) => shop.post('/api/audit/log/cosignatures', { note }, { as })
  const statusNow = async () => (await get('status')).body.result as LogStatus
  const { newest } = await statusNow()
  if (!newest) throw new Error('nothing is signed')
  const { text = '' } = readNote(newest.note) ?? {}
  const at = Math.floor(Date.now() / 1_000)
  const line = cosignatureLine(text, witness, at)
  const refused = async (note: string) => (await cosign(note)).body.details?.[0]?.message
  expect(await refused('no note')).toBe('The log has not signed this checkpoint')
  expect(await refused(newest.note)).toBe('No registered witness has signed this checkpoint')
  const stranger = cosignerOf('witness.example/w2', Buffer.alloc(32, 8))
  expect(await refused(newest.note + cosignatureLine(text, stranger, at))).toMatch(/^No registered/)
  expect(await refused(newest.note + cosignatureLine(text, witness, at + 3_600))).toMatch(
    /dated in the future/,
  )
  // The log's key has signed a different history.
  const other = signCheckpoint(
    { size: 3, root: sha256('') },
    signerOf('shop.example/api/audit/log', Buffer.alloc(32, 4)),
  )
  const split = other + cosignatureLine(readNote(other)?.text ?? '', witness, at)
  expect((await cosign(split)).body).toMatchObject({
    statusCode: 409,
    message: 'The log has another root at 3 events',
  })
  const cosignatures = [{ name: witness.name, at: new Date(at * 1_000).toISOString() }]
  const cosigned = { size: newest.size, note: newest.note + line, cosignatures }
  for (let n = 0; n < 2; n++)
    expect((await cosign(newest.note + line)).body.result).toMatchObject(cosigned)
  const status = await statusNow()
  expect(status).toMatchObject({ newestCosigned: cosigned, witnesses: [witness.name] })
  expect((await get('checkpoints')).body.result).toEqual(status.days)
  expect(await verify()).toEqual(whole)
  const alter = 'update log_proof.cosignature set line = overlay(line placing $1 from 40)'
  await shop.pool.query(alter, [line[39] === 'A' ? 'B' : 'A'])
  expect((await verify()).printed).toContain('the signature of witness.example/w1 under it')
  await shop.pool.query('update log_proof.cosignature set line = $1', [line])
})

/**
 * A brief failure of the database: cuts every connection of a verification once, while the
 * verification reads the log.
 */
const hiccup = async () => {
  const holding = await shop.pool.connect()
  try {
    await holding.query('begin; lock table event_log.event in access exclusive mode')
    await shop.until(async () => {
      const { rows } = await shop.pool.query(
        `select from pg_stat_activity where datname = current_database()
          and application_name = 'strand verify' and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }, true)
    await shop.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'strand verify'`,
    )
  } finally {
    await holding.query('rollback')
    holding.release()
  }
}

test('a brief database failure makes a verification start over instead of ending it', async () => {
  await treeIsWhole()
  const [verified] = await Promise.all([run(), hiccup()])
  expect(verified.code).toBe(0)
  expect(verified.printed).toMatch(/starting over\n[\s\S]*: whole\n$/)

  const { body } = await shop.post('/api/audit/log/verifications', {}, { as: owner })
  const { id } = body.result as LogVerification
  await hiccup()
  const latest = async () =>
    (await shop.get('/api/audit/log/verifications/latest', { as: owner })).body
      .result as LogVerification
  await shop.until(latest, ({ state }) => state !== 'waiting' && state !== 'running')
  expect(await latest()).toMatchObject({ id, state: 'whole' })
  const { rows } = await shop.pool.query(`select from pg_namespace where nspname ~ '^verify_'`)
  expect(rows, 'schemas left behind').toEqual([])
})

test('an auditor starts a verification of the log, one at a time, and sees the result', async () => {
  const ask = async () => {
    const { status, body } = await shop.post('/api/audit/log/verifications', {}, { as: owner })
    return { status, asked: body.result as LogVerification }
  }
  const [first, second] = await Promise.all([ask(), ask()])
  expect([first.status, second.status, second.asked.id]).toEqual([202, 202, first.asked.id])
  const latest = async () =>
    (await shop.get('/api/audit/log/verifications/latest', { as: owner })).body
      .result as LogVerification
  await shop.until(async () => (await latest()).state, 'whole')
  expect(await latest()).toMatchObject({
    id: first.asked.id,
    by: 'Shop Owner',
    firstWrong: null,
    outcome: expect.stringMatching(/: whole$/),
  })
  await verify()
  const { body } = await shop.get('/api/audit/log/status', { as: owner })
  const { lastVerification, verification } = body.result as LogStatus
  expect(lastVerification).toMatchObject({ by: 'npm run verify', state: 'whole' })
  expect(verification).toBe(null)
})

test('a changed row of a read model is found and named, but its contents are not shown', async () => {
  const { rows } = await shop.pool.query<{ schema: string }>(
    `select name || '_v' || version as schema from public.projection where name = 'order'`,
  )
  const table = `${rows[0]?.schema}.order_detail`
  const change = (by: number) =>
    shop.pool.query(`update ${table} set total = total + $2 where order_id = $1`, [orders[2], by])
  await change(1)
  expect(await verify()).toEqual({
    code: 1,
    printed: `Read model order is wrong: in table order_detail, row (${orders[2]}) differs from the log.\n`,
  })
  await change(-1)
  await shop.pool.query(`create table public.kept as table ${table}`)
  await shop.pool.query(`delete from ${table} where order_id = $1`, [orders[3]])
  expect((await verify()).printed).toMatch(/table order_detail, .*row \(/)
  await shop.pool.query(`insert into ${table} select * from kept where order_id = $1`, [orders[3]])
})

test('the log’s address and an old checkpoint are enough to verify what the log publishes', async () => {
  const log = `${shop.address}/api/audit/log`
  const read = async (path: string) => (await shop.raw(`/api/audit/log/${path}`)).text
  const [key, since] = [await read('key'), await read('checkpoint')]
  let printed = ''
  const check = (changes: Partial<VerifyArguments> = {}) =>
    verifyAddress({ log, key, since, afterRestore: false, ...changes }, (text) => {
      printed += text
    })
  await shop.put(`/api/admin/approve-order/${orders[2]}`, {}, { as: owner })
  await shop.until(async () => (await read('checkpoint')) !== since)
  expect([await check(), printed]).toEqual([
    0,
    expect.stringMatching(
      /^\d+ events, root \S+, as signed for shop.example\/api\/audit\/log: whole\n$/,
    ),
  ])
  // Flips a bit in a leaf's hash, so that the tiles no longer give the root.
  const alter = `update log_proof.tile set hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 4)
    where level = 0 and index = 0`
  await shop.pool.query(alter)
  expect([await check(), printed]).toEqual([1, expect.stringContaining('do not give the root')])
  await shop.pool.query(alter)
  const stranger = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
  await expect(check({ key: stranger })).rejects.toThrow('no checkpoint that this key has signed')
})

test('a log that a restore has shortened is a different log: verify says so, and accepts it when told to', async () => {
  await treeIsWhole()
  const signed = await readTree(shop.pool)
  const head = (await shop.eventStore.headPosition()) - 2n
  await shop.pool.query('alter table event_log.event disable trigger user')
  await shop.pool.query('delete from event_log.event where position > $1', [head])
  await shop.pool.query('update event_log.head set position = $1', [head])
  const lacking = `Event ${head + 1n}: the log ends here, but ${signed?.size} events were signed.\n`
  expect(await run()).toEqual({ code: 1, printed: lacking })
  expect(await run({ afterRestore: true })).toEqual({
    code: 0,
    printed: `${lacking}Retracted one checkpoint that covered more events than the log has. The shop is building the tree again; verify it afterwards.\n`,
  })
  await shop.until(async () => (await readTree(shop.pool))?.size, Number(head) + 1)
  const { rows } = await shop.pool.query('select size from log_proof.retracted_checkpoint')
  expect(rows).toEqual([{ size: signed?.size }])
})

test('wrong arguments are refused with an explanation', () => {
  for (const given of [
    ['--nonsense'],
    ['file'],
    ['--key', 'k'],
    ['--after-restore', '--since', 'x'],
  ])
    expect(() => readArguments(given)).toThrow('Usage: npm run verify')
  expect(() => readArguments(['--since', '/nowhere/checkpoint.txt'])).toThrow('cannot be read')
  expect(() => readArguments(['--log', 'file:///etc'])).toThrow('expected an address')
  expect(readArguments([])).toEqual({ afterRestore: false })
})
