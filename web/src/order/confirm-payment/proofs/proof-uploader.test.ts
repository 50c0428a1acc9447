import { expect, test } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import type { Upload } from '../../../shared/api/upload.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { createProofUploader, roomFor } from './proof-uploader.ts'
import { uploadedOf } from './use-proofs.ts'

const hour = 60 * 60 * 1000
const fileUid = '0f8fad5b-d9cb-469f-a165-70867728950e'
const done = { fileUid, fileName: 'a.png', fileType: 'image/png' as const, size: 3 }

const memoryFileStore = (files: StoredFile[] = []): FileStore => {
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
const setUp = (outcomes: (() => Promise<typeof done>)[], fileStore = memoryFileStore()) => {
  let uploads = 0
  const upload = (): Upload => {
    uploads += 1
    return { done: (outcomes.shift() ?? (async () => done))(), cancel: () => undefined }
  }
  const prepare = async (file: File) => ({ blob: file, name: file.name, type: file.type })
  const delays: number[] = []
  const delay = async (ms: number) => void delays.push(ms)
  const uploader = createProofUploader({ upload, prepare, fileStore, now: () => 100 * hour, delay })
  return { uploader, fileStore, uploads: () => uploads, delays }
}

test('a picked file is uploaded at once, and stored on the device', async () => {
  const { uploader, fileStore } = setUp([])
  await uploader.add([picked()])
  expect(uploader.proofs.get()[0]).toMatchObject({ state: 'done', progress: 1 })
  expect(uploadedOf(uploader.proofs.get())).toEqual([done])
  expect(await fileStore.all()).toMatchObject([{ name: 'a.png', uploaded: done }])
})

test('a failed upload says why and stays on the device, and Retry sends it again', async () => {
  const { uploader, fileStore } = setUp([
    () => Promise.reject(new ApiError('The shop is away', { status: 503 })),
  ])
  await uploader.add([picked()])
  expect(uploader.proofs.get()[0]).toMatchObject({ state: 'failed', error: 'The shop is away' })
  expect(uploadedOf(uploader.proofs.get())).toEqual([])
  expect(await fileStore.all()).toHaveLength(1)
  await uploader.retryFailed()
  expect(uploader.proofs.get()[0]).toMatchObject({ state: 'done' })
})

test('a file that can never be accepted is not sent again, does not count, and is not kept', async () => {
  const refusal = () => Promise.reject(new ApiError('a.png is no picture', { status: 415 }))
  const { uploader, fileStore, uploads } = setUp([refusal, refusal])
  await uploader.add([picked(), picked()])
  expect(uploader.proofs.get()[0]).toMatchObject({
    state: 'refused',
    error: 'a.png is no picture',
  })
  expect(roomFor(uploader.proofs.get())).toBe(10)
  expect(await fileStore.all()).toEqual([])
  await uploader.retryFailed()
  await uploader.sendAgain()
  expect(uploads()).toBe(2)
  await uploader.add([picked()])
  expect(roomFor(uploader.proofs.get())).toBe(9)
})

test('a file that can no longer be read is reported, both when picking and when sending it', async () => {
  const gone = () => Object.assign(picked(), { slice: () => unreadable })
  const unreadable = Object.assign(new Blob(), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  })
  const refused = {
    state: 'refused',
    error:
      'a.png can no longer be read on this device: please choose it again, or take a screenshot of it',
  }
  const { uploader, uploads } = setUp([])
  await uploader.add([gone()])
  expect(uploader.proofs.get()).toMatchObject([refused])
  expect(uploads()).toBe(0)
  const later = picked()
  const sending = setUp([
    () => {
      Object.assign(later, { slice: () => unreadable })
      return Promise.reject(new ApiError('The network failed', { network: true }))
    },
  ])
  await sending.uploader.add([later])
  expect(sending.uploader.proofs.get()).toMatchObject([refused])
  expect(await sending.fileStore.all()).toEqual([])
})

test('a removed file is gone from the order and from the device', async () => {
  const { uploader, fileStore } = setUp([])
  await uploader.add([picked()])
  await uploader.remove(uploader.proofs.get()[0]?.id ?? '')
  expect(uploader.proofs.get()).toEqual([])
  expect(await fileStore.all()).toEqual([])
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

test('a stored file that was uploaded is not uploaded again', async () => {
  const { uploader, uploads } = setUp([], memoryFileStore([keptSince(99 * hour)]))
  await uploader.restore()
  expect(uploader.proofs.get()).toMatchObject([{ state: 'done', uploaded: done }])
  expect(uploads()).toBe(0)
})

test('a stored file is uploaded again if it never was, or so long ago that the shop has deleted it', async () => {
  for (const uploadedAt of [null, 70 * hour]) {
    const { uploader, uploads } = setUp([], memoryFileStore([keptSince(uploadedAt)]))
    await uploader.restore()
    expect(uploader.proofs.get()).toMatchObject([{ state: 'done', uploaded: done }])
    expect(uploads()).toBe(1)
  }
})

test('two files upload at a time, and the next starts as soon as one has ended, however it ended', async () => {
  const ends: { resolve: (value: typeof done) => void; reject: (error: Error) => void }[] = []
  const started = () =>
    new Promise<typeof done>((resolve, reject) => {
      ends.push({ resolve, reject })
    })
  const { uploader, uploads } = setUp([started, started, started, started])
  const adding = uploader.add([picked(), picked(), picked(), picked()])
  await expect.poll(uploads).toBe(2)
  ends[0]?.reject(new ApiError('It is too large', { status: 413 }))
  await expect.poll(uploads).toBe(3)
  for (const end of ends.slice(1)) end.resolve(done)
  await expect.poll(uploads).toBe(4)
  ends[3]?.resolve(done)
  await adding
  const states = uploader.proofs.get().map(({ state }) => state)
  expect(states).toEqual(['refused', 'done', 'done', 'done'])
})

test('an upload is retried when the shop is briefly busy, and fails when it is full', async () => {
  const busy = (retryAfter: number) => () =>
    Promise.reject(new ApiError('Please try again', { status: 503, retryAfter }))
  const often = Array.from({ length: 5 }, () => busy(5))
  const soon = setUp([...often])
  await soon.uploader.add([picked()])
  expect(soon.uploader.proofs.get()[0]?.state).toBe('done')
  expect(soon.delays).toEqual(often.map(() => 5_000))
  const never = setUp([...often, busy(5)])
  await never.uploader.add([picked()])
  expect(never.uploader.proofs.get()[0]?.state).toBe('failed')
  const full = setUp([busy(300)])
  await full.uploader.add([picked()])
  expect(full.uploader.proofs.get()[0]).toMatchObject({
    state: 'failed',
    error: 'Please try again',
  })
  expect(full.delays).toEqual([])
})
