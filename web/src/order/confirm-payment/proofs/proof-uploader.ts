import { maxFiles, type Uploaded } from '@strand/contracts/uploads'
import { isApiError } from '../../../shared/api/api-error.ts'
import type { Upload } from '../../../shared/api/upload.ts'
import { randomId } from '../../../shared/browser/random-id.ts'
import { createStore } from '../../../shared/browser/store.ts'
import { isRefused } from '../submission/submission.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import type { Prepared } from './scale-photo.ts'
import { createTransfers } from './transfers.ts'

/**
 * The proofs of payment of one order. Each has its own state:
 *
 *   picked → preparing (scaled down, kept on the device) → uploading → done
 *                                                        → failed → (Retry, or online again) → uploading
 *                                                        → refused
 *
 * A proof can be removed in every state. A proof that this device stored earlier continues from its
 * last state; if the server may have deleted the upload since then, the proof is uploaded again.
 */
export type Proof = {
  id: string
  name: string
  type: string
  size: number
  /** The picture for the thumbnail; null while the photo is being scaled. */
  blob: Blob | null
  /** `refused` means that the server will never accept this file. */
  state: 'preparing' | 'uploading' | 'done' | 'failed' | 'refused'
  /** The uploaded share, from 0 to 1. */
  progress: number
  error: string
  uploaded: Uploaded | null
}

/**
 * In milliseconds: the age up to which an earlier upload is used. The server keeps an upload
 * without an order for 24 hours, so the customer still has time to confirm.
 */
const trustedFor = 20 * 60 * 60 * 1000

export const createProofUploader = ({
  upload,
  prepare,
  fileStore,
  now,
  delay,
}: {
  upload: (blob: Blob, name: string, progress: (part: number) => void) => Upload
  prepare: (file: File) => Promise<Prepared>
  fileStore: FileStore
  /** The server's time; null while unknown. */
  now: () => number | null
  delay: (ms: number) => Promise<void>
}) => {
  const proofs = createStore<Proof[]>([])
  const transfers = createTransfers(delay)
  const stored = new Map<string, StoredFile>()
  let restored: Promise<void> | undefined

  const change = (id: string, changes: Partial<Proof>) =>
    proofs.set(proofs.get().map((proof) => (proof.id === id ? { ...proof, ...changes } : proof)))
  const has = (id: string) => proofs.get().some((proof) => proof.id === id)

  /**
   * If the time is unknown, the upload counts as recent. This is safe: if the server no longer has
   * the file, it refuses the order, and `sendAgain` uploads everything again.
   */
  const isRecent = (uploadedAt: number | null, time: number | null) =>
    uploadedAt === null || time === null || time - uploadedAt < trustedFor

  const storeFile = (file: StoredFile) => {
    stored.set(file.id, file)
    return fileStore.put(file)
  }

  const forget = (id: string) => {
    stored.delete(id)
    return fileStore.remove(id)
  }

  const sending = new Set<string>()

  const send = async (id: string) => {
    const file = stored.get(id)
    if (!file || sending.has(id)) return
    sending.add(id)
    change(id, { state: 'uploading', progress: 0, error: '' })
    await transfers
      .withSlot(async () => {
        if (!has(id)) return
        try {
          const start = () => upload(file.blob, file.name, (progress) => change(id, { progress }))
          const uploaded = await transfers.run(id, start, () => has(id))
          if (!has(id)) return
          change(id, { state: 'done', progress: 1, uploaded })
          await storeFile({ ...file, uploaded, uploadedAt: now() })
        } catch (error) {
          if (has(id) && !(await isReadable(file.blob))) {
            change(id, { state: 'refused', error: unreadable(file.name) })
            await forget(id)
            return
          }
          const reason = isApiError(error) ? error.message : String(error)
          change(id, { state: isRefused(error) ? 'refused' : 'failed', error: reason })
          if (isRefused(error)) await forget(id)
        }
      })
      .finally(() => sending.delete(id))
  }

  const add = async (file: File) => {
    const id = randomId()
    const { name, type, size } = file
    const fresh = { id, name, type, size, blob: null, progress: 0, error: '', uploaded: null }
    proofs.set([...proofs.get(), { ...fresh, state: 'preparing' }])
    const prepared = await prepare(file)
    if (!has(id)) return
    if (!(await isReadable(prepared.blob))) {
      change(id, { state: 'refused', error: unreadable(name) })
      return
    }
    change(id, { ...prepared, size: prepared.blob.size })
    const pickedAt = Math.max(0, ...[...stored.values()].map((one) => one.pickedAt)) + 1
    await storeFile({ id, ...prepared, pickedAt, uploaded: null, uploadedAt: null })
    if (has(id)) await send(id)
    else await fileStore.remove(id)
  }

  const restore = async () => {
    const kept = (await fileStore.all()).filter(({ id }) => !has(id))
    const unsent: string[] = []
    const back = kept.map((file): Proof => {
      stored.set(file.id, file)
      const trusted = file.uploaded !== null && isRecent(file.uploadedAt, now())
      if (!trusted) unsent.push(file.id)
      return restoredProof(file, trusted ? file.uploaded : null)
    })
    proofs.set([...back, ...proofs.get()])
    await Promise.all(unsent.map(send))
  }

  return {
    proofs,
    add: (files: File[]) => Promise.all(files.map(add)),
    retry: send,
    retryFailed: () =>
      Promise.all(
        proofs
          .get()
          .filter(({ state }) => state === 'failed')
          .map(({ id }) => send(id)),
      ),
    /**
     * Uploads everything again, because the server may have deleted uploads that it had accepted.
     */
    sendAgain: () => {
      proofs.set(proofs.get().map((proof) => ({ ...proof, uploaded: null })))
      return Promise.all(proofs.get().map(({ id }) => send(id)))
    },
    remove: async (id: string) => {
      proofs.set(proofs.get().filter((proof) => proof.id !== id))
      transfers.cancel(id)
      await forget(id)
    },
    /**
     * Restores the files that the device stored, and continues their uploads. Later calls do
     * nothing.
     */
    restore: () => {
      restored ??= restore()
      return restored
    },
    clear: async () => {
      transfers.cancelAll()
      stored.clear()
      proofs.set([])
      await fileStore.clear()
    },
  }
}
export type ProofUploader = ReturnType<typeof createProofUploader>

/**
 * The message if the file was moved, deleted or changed after it was picked, or exists only in the
 * cloud.
 */
const unreadable = (name: string) =>
  `${name} can no longer be read on this device: please choose it again, or take a screenshot of it`

const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** `uploaded` is null if the file has to be uploaded again. */
const restoredProof = ({ id, name, type, blob }: StoredFile, uploaded: Uploaded | null): Proof => ({
  id,
  name,
  type,
  size: blob.size,
  blob,
  state: uploaded ? 'done' : 'uploading',
  progress: uploaded ? 1 : 0,
  error: '',
  uploaded,
})

/** How many more files can be picked; refused files do not count. */
export const roomFor = (proofs: Proof[]): number =>
  Math.max(0, maxFiles - proofs.filter(({ state }) => state !== 'refused').length)
