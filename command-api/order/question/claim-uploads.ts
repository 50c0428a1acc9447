import type { ProofFile } from '@strand/contracts/order/proof-file'
import { invalidInput } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { FileClaim } from '../../shared/file-claim.ts'
import { claimableHours, uuids } from '../create/catalogue-snapshot.ts'

/** Claims uploads for an order that exists; uploads of other orders stay theirs. */
export const claimUploads = async (
  { pool, now }: { pool: Pool; now: Now },
  { takenBy, orderId }: FileClaim,
  fileUids: string[],
): Promise<ProofFile[]> => {
  const { rows } = await pool.query<ProofFile>(
    `with claimable as (
       select file_uid from upload
       where file_uid = any($1::uuid[]) and sha256 is not null
         and (claimed_by is null or claimed_by = $2)
         and created_at > $4::timestamptz - make_interval(hours => $5)
       order by file_uid for update
     )
     update upload set claimed_by = $2, order_id = $3, tries = tries + 1
     from claimable where upload.file_uid = claimable.file_uid
     returning upload.file_uid as "fileUid", key, type, size, sha256`,
    [uuids(fileUids), takenBy, orderId, now().toISOString(), claimableHours],
  )
  return rows
}

/** The claimed files in the caller's order. Throws 400 for one that was not. */
export const claimedFiles = (fileUids: string[], claimed: ProofFile[]): ProofFile[] => {
  const notReceived = 'This file has not been received, please upload it again'
  return fileUids.map((fileUid, index) => {
    const file = claimed.find((one) => one.fileUid === fileUid)
    if (file) return file
    throw invalidInput([{ path: `fileUids.${index}`, message: notReceived }])
  })
}
