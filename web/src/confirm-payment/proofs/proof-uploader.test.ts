import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import type { Upload } from '../../shared/api/upload.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { createProofUploader, uploadedOf } from './proof-uploader.ts'

const hour = 60 * 60 * 1000
const fileUid = '0f8fad5b-d9cb-469f-a165-70867728950e'
const done = { fileUid, fileName: 'a.png', fileType: 'image/png' as const, size: 3 }

const memoryShelf = (files: StoredFile[] = []): FileStore => {
  const kept = new Map(files.map((file) => [file.id, file]))
  return {
    all: async () => [...kept.values()],
    put: async (file) => {
      kept.set(file.id, file)
    },
    remove: async (id) => {
      kept.delete(id)
    },
    clear: async () => kept.clear(),
  }
}
const picked = () => new File(['abc'], 'a.png', { type: 'image/png' })
const setUp = (outcomes: (() => Promise<typeof done>)[], shelf = memoryShelf()) => {
  let uploads = 0
  const upload = (): Upload => {
    uploads += 1
    return { done: (outcomes.shift() ?? (async () => done))(), cancel: () => undefined }
  }
  const prepare = async (file: File) => ({ blob: file, name: file.name, type: file.type })
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const proofs = createProofUploader({ upload, prepare, shelf, now: () => 100 * hour, pause })
  return { proofs, shelf, uploads: () => uploads, pauses }
}

test('a picked file is uploaded at once, and kept on the device', async () => {
  const { proofs, shelf } = setUp([])
  await proofs.add([picked()])
  expect(proofs.current()[0]).toMatchObject({ state: 'done', progress: 1 })
  expect(uploadedOf(proofs.current())).toEqual([done])
  expect(await shelf.all()).toMatchObject([{ name: 'a.png', uploaded: done }])
})

test('a failed upload says why, stays on the device, and Retry sends it again', async () => {
  const { proofs, shelf } = setUp([
    () => Promise.reject(new ApiError('The shop is away', { status: 503 })),
  ])
  await proofs.add([picked()])
  expect(proofs.current()[0]).toMatchObject({ state: 'failed', error: 'The shop is away' })
  expect(uploadedOf(proofs.current())).toEqual([])
  expect(await shelf.all()).toHaveLength(1)
  await proofs.retryFailed()
  expect(proofs.current()[0]).toMatchObject({ state: 'done' })
})

test('a removed file is gone from the order and from the device', async () => {
  const { proofs, shelf } = setUp([])
  await proofs.add([picked()])
  await proofs.remove(proofs.current()[0]?.id ?? '')
  expect(proofs.current()).toEqual([])
  expect(await shelf.all()).toEqual([])
})

const keptSince = (uploadedAt: number | null): StoredFile => ({
  id: 'x',
  name: 'a.png',
  type: 'image/png',
  blob: new Blob(['abc']),
  pickedAt: 1,
  uploaded: uploadedAt === null ? null : done,
  uploadedAt,
})

test('an uploaded file that the device kept is not uploaded again', async () => {
  const { proofs, uploads } = setUp([], memoryShelf([keptSince(99 * hour)]))
  await proofs.restore()
  expect(proofs.current()).toMatchObject([{ state: 'done', uploaded: done }])
  expect(uploads()).toBe(0)
})

test('a kept file is uploaded again if it never was, or so long ago that the shop threw it away', async () => {
  for (const uploadedAt of [null, 70 * hour]) {
    const { proofs, uploads } = setUp([], memoryShelf([keptSince(uploadedAt)]))
    await proofs.restore()
    expect(proofs.current()).toMatchObject([{ state: 'done', uploaded: done }])
    expect(uploads()).toBe(1)
  }
})

test('two files go at a time, and the next one as soon as one has ended, however it ended', async () => {
  const ends: { resolve: (value: typeof done) => void; reject: (error: Error) => void }[] = []
  const started = () =>
    new Promise<typeof done>((resolve, reject) => {
      ends.push({ resolve, reject })
    })
  const { proofs, uploads } = setUp([started, started, started, started])
  const adding = proofs.add([picked(), picked(), picked(), picked()])
  await expect.poll(uploads).toBe(2)
  ends[0]?.reject(new ApiError('It is too large', { status: 413 }))
  await expect.poll(uploads).toBe(3)
  for (const end of ends.slice(1)) end.resolve(done)
  await expect.poll(uploads).toBe(4)
  ends[3]?.resolve(done)
  await adding
  const states = proofs.current().map(({ state }) => state)
  expect(states).toEqual(['failed', 'done', 'done', 'done'])
})

test('a shop that is busy for a moment is asked again, one that is full says so', async () => {
  const busy = (retryAfter: number) => () =>
    Promise.reject(new ApiError('Please try again', { status: 503, retryAfter }))
  const soon = setUp([busy(5), busy(5)])
  await soon.proofs.add([picked()])
  expect([soon.proofs.current()[0]?.state, soon.pauses]).toEqual(['done', [5_000, 5_000]])
  const full = setUp([busy(300)])
  await full.proofs.add([picked()])
  expect(full.proofs.current()[0]).toMatchObject({ state: 'failed', error: 'Please try again' })
  expect(full.pauses).toEqual([])
})
