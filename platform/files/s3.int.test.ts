import { silentLog } from '@strand/event-sourcing/log'
import { describe, expect, test } from 'vitest'
import { fastestOf } from '../testing/fastest-of.ts'
import { limit } from '../testing/limits.ts'
import { openFiles } from './open.ts'
import { filesContract, inChunks, keysOf, newKey } from './testing/file-store.contract.ts'
import { startS3Server } from './testing/s3-server.ts'

const open = (url: string) => openFiles(url, { log: silentLog })
const unavailable = { code: 'unavailable' }

describe('files in an S3 bucket', () => {
  filesContract(async () => (await startS3Server()).url())

  test('with a wrong secret, nothing can be stored or read', async () => {
    const s3 = await startS3Server()
    const files = await open(s3.url('wrong'))
    await expect(files.write(newKey(), inChunks(Buffer.from('x')))).rejects.toMatchObject(
      unavailable,
    )
    await expect(files.health()).rejects.toMatchObject(unavailable)
    expect(s3.objects.size).toBe(0)
  })

  test('a bucket that does not exist is not healthy and accepts no files', async () => {
    const files = await open((await startS3Server()).url(undefined, 'other'))
    await expect(files.health()).rejects.toMatchObject(unavailable)
    await expect(files.write(newKey(), inChunks(Buffer.from('x')))).rejects.toMatchObject(
      unavailable,
    )
    await expect(keysOf(files)).rejects.toMatchObject(unavailable)
  })

  test('a request to a store that is briefly busy is repeated', async () => {
    const s3 = await startS3Server()
    const files = await open(s3.url())
    const key = newKey()
    Object.assign(s3.fault, { kind: 'busy', times: 2 })
    await files.write(key, inChunks(Buffer.from('proof')))
    expect(await keysOf(files)).toEqual([key])
  })

  test('a store that stays busy, or cuts connections, is unavailable until it works again', async () => {
    const s3 = await startS3Server()
    const files = await open(s3.url())
    for (const kind of ['busy', 'cut'] as const) {
      Object.assign(s3.fault, { kind, times: 10 })
      await expect(files.write(newKey(), inChunks(Buffer.from('x')))).rejects.toMatchObject(
        unavailable,
      )
      s3.fault.times = 0
      await files.write(newKey(), inChunks(Buffer.from('x')))
    }
  })

  test('a silent store is reported within 2 seconds', async () => {
    const s3 = await startS3Server()
    const files = await open(s3.url())
    Object.assign(s3.fault, { kind: 'silent', times: 2 })
    const health = () => expect(files.health()).rejects.toMatchObject(unavailable)
    expect(await fastestOf(2, health)).toBeLessThan(limit(2_500))
  })

  test('a store that is down is unavailable', async () => {
    const files = await open('s3://key:secret@127.0.0.1:1/proofs?tls=off')
    await expect(files.health()).rejects.toMatchObject(unavailable)
    await expect(files.read(newKey())).rejects.toMatchObject(unavailable)
  })
})
