import type { CreateOrder } from '@strand/contracts/order/order-form'
import { personalOfForm } from '@strand/contracts/order/personal'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { Claimant } from '@strand/platform/fairness/places'
import type { FileContent } from '../body/attachment.ts'
import type { PaymentCodes } from '../payment-code/payment-codes.ts'
import { readPromise } from '../price-promise/price-promises.ts'
import { assertSameSubmission, fingerprintOf } from './fingerprint.ts'
import { type ClaimAndRead, releaseUploads } from './form-context.ts'
import { checkedPhone } from './phone.ts'
import { type EarlierOrder, findEarlierOrder, type PlacedOrder, placeOrder } from './place-order.ts'
import { priceOrder } from './price.ts'
import { collectProofs, type ProofStore } from './proofs.ts'
import { submissionOf } from './submission.ts'

export type CreateOrderOptions = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  proofs: ProofStore
  paymentCodes: PaymentCodes
  claimAndRead: ClaimAndRead
  tokenSecret: KeyRing
  now: Now
}

/**
 * Creates the order of a form exactly once. A submission with a known idempotency key gets the
 * order that it created first, whatever has happened since to prices, uploads or the process. A
 * different order under that key is refused. Only the event log records keys: the key determines
 * the order's stream, and the log refuses to start a stream twice. Decision 008.
 *
 * @param inline the files in the body's `form.files`, in the same order; null for an entry that
 *   names an upload
 */
export const createOrder = async (
  options: CreateOrderOptions,
  form: CreateOrder,
  inline: (FileContent | null)[],
  { key, correlationId, by }: { key: string | null; correlationId: string; by: Claimant },
): Promise<PlacedOrder> => {
  const { eventStore, pool, personalData, proofs, paymentCodes } = options
  const at = options.now()
  const fileUids = form.files.map(({ fileUid }) => fileUid)
  const submission = await submissionOf(options, key, fileUids)
  const fingerprint = fingerprintOf(form, inline)
  const claim = { takenBy: submission.commandId, orderId: submission.defaultId }
  let uploads: ProofFile[] = []
  let stored: ProofFile[] = []
  let earlier: EarlierOrder | null = null
  let refusal: Rejected | null = null
  try {
    const context = await options.claimAndRead({ form, now: at, ...claim })
    uploads = context.uploads
    const phone = checkedPhone(form)
    const { postalcode, deliveryaddress, ...bought } = priceOrder(form, context, {
      seen: readPromise(options.tokenSecret, form.promise),
      now: at,
    })
    const collected = await collectProofs(proofs, { form, inline, context, claim, by })
    stored = collected.stored
    const personal = personalData.seal(await personalData.take(), {
      ...personalOfForm({ ...form, phone, postalcode, deliveryaddress }),
      fileNames: form.files.map(({ fileName }) => fileName),
      submitted: fingerprint,
    })
    // This step comes last: if an earlier step refuses the submission, the code can be used for the
    // next try.
    const paymentCode = await paymentCodes.take(form.paymentCode, submission.commandId)
    const { sentAmount } = form
    const order = {
      ...bought,
      files: collected.files,
      personal,
      ...(paymentCode !== null && { paymentCode }),
      ...(sentAmount !== null && sentAmount !== bought.total && { sentAmount }),
    }
    const creation = { eventStore, pool, submission, order, at, correlationId }
    const placed = await placeOrder(creation, context)
    if (placed.fresh) return placed
    earlier = placed
  } catch (error) {
    // If the outcome is unknown, the order may have been created with the files. Then only the
    // sweeper may delete them, and only this submission may use its uploads.
    if (!(error instanceof Rejected) || error.code === 'unavailable') throw error
    refusal = error
  }

  await proofs.discard(stored)
  await releaseUploads(pool, submission.commandId, fileUids)
  earlier ??= await findEarlierOrder(eventStore, submission)
  if (!earlier) throw refusal
  if (form.paymentCode !== '')
    await paymentCodes.release(submission.commandId, earlier.created.paymentCode)
  await assertSameSubmission(personalData, earlier.created, fingerprint, uploads)
  return earlier
}
