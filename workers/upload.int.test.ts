import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { silentLog } from '@strand/platform/log'
import { migrate } from '@strand/platform/migrate'
import { eventually } from '@strand/platform/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from './shop.testing.ts'
import { startUploads, sweepUploads } from './upload.ts'

const hours = (count: number) => count * 3_600_000

const open = async () => {
  const shop = await openShop()
  const { files } = shop
  // The real table, as command-api makes it.
  await migrate(shop.pool, 'command-api', new URL('../command-api/migrations/', import.meta.url))
  const upload = async (hoursAgo: number) => {
    const file = { fileUid: randomUUID(), key: randomBytes(20).toString('hex') }
    const { size, sha256 } = await files.write(file.key, Readable.from([Buffer.from('proof')]))
    await shop.pool.query('insert into upload values ($1, $2, $3, $4, $5, $6)', [
      file.fileUid,
      file.key,
      'image/png',
      size,
      sha256,
      new Date(Date.now() - hours(hoursAgo)),
    ])
    return { ...file, type: 'image/png' as const, size, sha256 }
  }
  const exists = async ({ key }: { key: string }) => {
    const found = await files.read(key)
    found?.stream.destroy()
    return found !== null
  }
  const options = { ...shop, now: () => new Date(), log: silentLog }
  return { shop, files, upload, exists, options }
}

test('an upload that no order claims within 24 hours is deleted, file and row; others stay', async () => {
  const { shop, upload, exists, options } = await open()
  const orphan = await upload(25)
  const young = await upload(23)
  const claimed = await upload(40)
  await shop.placeOrder({}, { files: [claimed] })
  const uploads = await startUploads({ ...options, sweepEvery: 300 })
  onTestFinished(uploads.stop)
  await eventually(async () => !(await exists(orphan)))
  await eventually(async () => {
    const { rows } = await shop.pool.query<{ file_uid: string }>('select file_uid from upload')
    return rows.length === 1 && rows[0]?.file_uid === young.fileUid
  })
  expect(await exists(young)).toBe(true)
  expect(await exists(claimed)).toBe(true)
  const claims = await shop.pool.query('select from upload_claim')
  expect(claims.rows).toHaveLength(0)
})

test('nothing is deleted while an order of the log may still claim it', async () => {
  const { shop, upload, exists, options } = await open()
  const uploads = await startUploads(options)
  await uploads.stop()
  const claimed = await upload(40)
  await shop.placeOrder({}, { files: [claimed] })
  await expect(sweepUploads(options)).rejects.toThrow('behind the log')
  expect(await exists(claimed)).toBe(true)
})

test('a file that cannot be deleted now keeps its row and is deleted later', async () => {
  const { shop, files, upload, exists, options } = await open()
  const uploads = await startUploads(options)
  onTestFinished(uploads.stop)
  const orphan = await upload(25)
  const away = () => Promise.reject(new Error('away'))
  await expect(sweepUploads({ ...options, files: { ...files, delete: away } })).rejects.toThrow(
    'away',
  )
  expect((await shop.pool.query('select from upload')).rows).toHaveLength(1)
  expect(await sweepUploads(options)).toBe(1)
  expect(await exists(orphan)).toBe(false)
})
