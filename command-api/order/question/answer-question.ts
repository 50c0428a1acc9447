import { randomUUID } from 'node:crypto'
import { orderStream } from '@strand/contracts/order/id'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { type AnswerQuestion, answerOrProofText } from '@strand/contracts/order/question'
import { eventsOfCommand } from '@strand/event-sourcing/commands/event-id'
import { invalidInput, Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { agreeInTransaction } from '@strand/platform/crypto/agreed-mac'
import { type KeyRing, macsOf } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { FileClaim } from '../../shared/file-claim.ts'
import { rememberCommand, sentCommands } from '../../shared/repeated-commands.ts'
import { claimableHours, releaseUploads, uuids } from '../create/form-context.ts'
import { noOpenQuestion } from '../decider.ts'
import { handleOrderCommand, readOrder } from '../handler.ts'
import { textSealer } from '../seal-text.ts'
import { hasOpenQuestion } from '../state.ts'
import { checkCustomer } from './check-customer.ts'

export type QuestionOptions = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  tokenSecret: KeyRing
  now: Now
  undoSeconds: number
}

/**
 * Appends a customer's answer, exactly once per idempotency key. The command's id derives from the
 * key, the question and the content, so a repeated answer finds its own events.
 */
export const answerQuestion = async (
  options: QuestionOptions,
  orderId: string,
  answer: AnswerQuestion,
  { key, correlationId }: { key: string | null; correlationId: string },
) => {
  const { eventStore, pool, personalData, tokenSecret } = options
  const fileUids = [...new Set(answer.fileUids.map((fileUid) => fileUid.toLowerCase()))]
  if (answer.text === '' && fileUids.length === 0)
    throw invalidInput([{ path: 'text', message: answerOrProofText }])
  const question = await checkCustomer(options, await readOrder(eventStore, orderId), answer)
  const content = JSON.stringify([question.id, key, answer.text, fileUids])
  const commandId =
    key === null
      ? randomUUID()
      : await commandIdOf(options, orderId, macsOf(tokenSecret, `answer-question:${content}`))
  const claimed = await claimUploads(options, { takenBy: commandId, orderId }, fileUids)
  try {
    return await handleOrderCommand(
      eventStore,
      orderId,
      async (order) => {
        if (!hasOpenQuestion(order)) throw noOpenQuestion()
        const text = answer.text === '' ? null : await textSealer(personalData)(order, answer.text)
        return { type: 'AnswerQuestion', text, files: claimedFiles(fileUids, claimed) }
      },
      { commandId, correlationId, at: options.now(), actor: { kind: 'customer', id: orderId } },
    )
  } catch (error) {
    // If the outcome is unknown, the answer may have been recorded with the files. Then only the
    // sweeper may delete them.
    if (error instanceof Rejected && error.code !== 'unavailable')
      await releaseUploads(pool, commandId, fileUids)
    throw error
  }
}

/**
 * An answer has a different HMAC, and so a different id, under each key of the ring. Returns the id
 * that an earlier attempt used, if there was one.
 */
const commandIdOf = async (
  { eventStore, pool }: QuestionOptions,
  orderId: string,
  macs: Buffer[],
): Promise<string> => {
  const ids = macs.map((mac) => mac.toString('base64url'))
  const index = await agreeInTransaction(
    pool,
    ids,
    async (connection) => {
      const recorded = await eventStore.readStream(orderStream(orderId))
      const placed = ids.filter((id) => eventsOfCommand(recorded, id).length > 0)
      return placed.length > 0 ? placed : sentCommands(connection, ids)
    },
    (connection, id) => rememberCommand(connection, id),
  )
  return ids[index] ?? ''
}

/** Claims uploads for an existing order, except those that already belong to other orders. */
const claimUploads = async (
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

/** The claimed files, in the sequence of `fileUids`. Throws 400 if one was not claimed. */
const claimedFiles = (fileUids: string[], claimed: ProofFile[]): ProofFile[] => {
  const notReceived = 'This file has not been received, please upload it again'
  return fileUids.map((fileUid, index) => {
    const file = claimed.find((one) => one.fileUid === fileUid)
    if (file) return file
    throw invalidInput([{ path: `fileUids.${index}`, message: notReceived }])
  })
}
