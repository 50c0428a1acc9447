import { hash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { type FileType, fileTooLarge, maxFileSize } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { Claimant } from '@strand/platform/fairness/places'
import type { FileStore } from '@strand/platform/files/open'
import type { AdmittedFiles } from '../shared/file-admission.ts'
import type { FileClaim } from '../shared/file-claim.ts'
import { networkMark } from '../shared/unclaimed-uploads.ts'
import { bufferContent } from './buffer-content.ts'
import { detectFileType, fileLabel, headLength } from './file-type.ts'
import { refuseLockedPdf } from './locked-pdf.ts'
import type { Pictures } from './pictures.ts'
import { type DeclaredFile, receiveFile } from './receive-file.ts'

type Content = { type: FileType; bytes: Uint8Array | AsyncIterable<Uint8Array> }

type Measured = { size: number; sha256: string }

const measure = (bytes: Uint8Array): Measured => ({
  size: bytes.length,
  sha256: hash('sha256', bytes, 'hex'),
})

/** Awaits two promises, and throws only after both have ended, so that neither keeps running. */
const both = async <One, Other>(
  one: Promise<One>,
  other: Promise<Other>,
): Promise<[One, Other]> => {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

/** A file in memory or on disk. */
type ReceivedFile = DeclaredFile & {
  content: {
    size: number
    head: (length: number) => Promise<Uint8Array>
    read: () => Promise<Uint8Array>
    stream: () => Readable
  }
}

export type UploadStore = {
  /** Receives one file. If the upload fails or loses its place, nothing of the file remains. */
  receive: (content: Readable, named: DeclaredFile, admitted: AdmittedFiles) => Promise<ProofFile>
  /** Stores an order's files, all or none; only that order can use them. */
  store: (files: ReceivedFile[], claim: FileClaim, by: Claimant) => Promise<ProofFile[]>
  /** Deletes stored files; the sweeper retries deletions that fail. */
  discard: (files: { fileUid: string; key: string }[]) => Promise<void>
}

export const openUploadStore = (options: {
  files: Pick<FileStore, 'write' | 'delete'>
  pictures: Pictures
  pool: Pool
  tokenSecret: KeyRing
  now: Now
  log: Log
}): UploadStore => {
  const { files, pictures, pool, tokenSecret, now, log } = options

  const discard: UploadStore['discard'] = async (stored) => {
    for (const { fileUid, key } of stored) {
      try {
        await files.delete(key)
        await pool.query('delete from upload where file_uid = $1', [fileUid])
      } catch (error) {
        log.warn({ err: error, fileUid }, 'a discarded file is left to the sweeper')
      }
    }
  }

  /**
   * Inserts the file's row before the first byte is stored, so that a crash leaves no untracked
   * file. To save time, the row is inserted while the content is being prepared; if the content is
   * in memory, the row is completed while the content is being stored. Returns the file only when
   * both the content and the row are complete.
   */
  const keep = async (
    content: () => Promise<Content>,
    by: Claimant,
    claim?: FileClaim,
  ): Promise<ProofFile> => {
    const fileUid = randomUUID()
    const key = randomBytes(20).toString('hex')
    const inserted = pool.query(
      `insert into upload (file_uid, key, created_at, claimed_by, order_id, network, tries)
       values ($1, $2, $3, $4, $5, $6, case when $4::text is null then 0 else 1 end)`,
      [
        fileUid,
        key,
        now().toISOString(),
        claim?.takenBy ?? null,
        claim?.orderId ?? null,
        networkMark(tokenSecret, by),
      ],
    )
    const complete = (type: FileType, { size, sha256 }: Measured) =>
      pool.query('update upload set type = $2, size = $3, sha256 = $4 where file_uid = $1', [
        fileUid,
        type,
        size,
        sha256,
      ])
    try {
      const [{ type, bytes }] = await both(content(), inserted)
      if (!(bytes instanceof Uint8Array)) {
        const measured = await files.write(key, bytes)
        await complete(type, measured)
        return { fileUid, key, type, ...measured }
      }
      const measured = measure(bytes)
      await both(files.write(key, Readable.from([bytes])), complete(type, measured))
      return { fileUid, key, type, ...measured }
    } catch (error) {
      await discard([{ fileUid, key }])
      throw error
    }
  }

  const receive: UploadStore['receive'] = (content, named, admitted) =>
    receiveFile(content, named, admitted, ({ fileName, type, bytes }) => {
      const { by } = admitted
      if (type === 'application/pdf')
        return keep(async () => ({ type, bytes: refuseLockedPdf(bytes, fileName) }), by)
      return bufferContent(bytes, (waiting) =>
        keep(() => pictures.clean(waiting, type, { fileName, by }), by),
      )
    })

  const storeOne = async ({ content, ...named }: ReceivedFile, claim: FileClaim, by: Claimant) => {
    const fileName = fileLabel(named.fileName)
    if (content.size > maxFileSize) throw new Rejected('too-large', fileTooLarge(fileName))
    const type = await detectFileType(await content.head(headLength), { ...named, fileName })
    return keep(
      async () =>
        type === 'application/pdf'
          ? { type, bytes: refuseLockedPdf(content.stream(), fileName) }
          : pictures.clean(content, type, { fileName, by }),
      by,
      claim,
    )
  }

  return {
    receive,
    discard,
    store: async (given, claim, by) => {
      const stored: ProofFile[] = []
      try {
        for (const file of given) stored.push(await storeOne(file, claim, by))
        return stored
      } catch (error) {
        await discard(stored)
        throw error
      }
    },
  }
}
