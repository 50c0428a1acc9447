import { createHash } from 'node:crypto'
import type { CreateOrder } from '@strand/contracts/order/order-form'
import { laterTextsOf, OrderPersonal } from '@strand/contracts/order/personal'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { Rejected } from '@strand/event-sourcing/errors'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { FileContent } from '../body/attachment.ts'
import type { OrderCreated } from './place-order.ts'

type Fingerprint = NonNullable<OrderPersonal['submitted']>

/**
 * A hash of who orders what, where it goes, what it costs, and from which account it was paid.
 * Leaves out what the form fills in by itself: line prices, the campaign and file names.
 */
export const fingerprintOf = (form: CreateOrder, inline: (FileContent | null)[]): Fingerprint => {
  // Never change the sequence of these fields: earlier orders' events have hashes of the fields in
  // this sequence.
  const contents = [
    form.firstname,
    form.lastname,
    form.email,
    form.countrycode,
    // The first releases stored Nigerian phone numbers with 0 instead of +234.
    form.phone.replace(/^\+234(?=[1-9]\d{9}$)/, '0'),
    form.instagramusername,
    form.accountname,
    form.location.toLowerCase(),
    form.country,
    form.postalcode,
    form.deliveryaddress,
    form.amount,
    form.products.map(({ productid, productname, quantity }) => [
      (productid ?? productname).toLowerCase(),
      quantity,
    ]),
    ...laterTextsOf(form),
  ]
  return {
    form: createHash('sha256').update(JSON.stringify(contents)).digest('base64url'),
    files: form.files.map(({ fileUid }, index) => inline[index]?.sha256 ?? fileUid.toLowerCase()),
  }
}

/**
 * Refuses a submission if an order with other contents was created under its idempotency key. A
 * file that was uploaded again counts as the same. An erased order cannot be compared, so it counts
 * as different.
 *
 * @param uploads the stored uploads that the submission names
 */
export const assertSameSubmission = async (
  personalData: PersonalData,
  { files, personal }: Pick<OrderCreated, 'files' | 'personal'>,
  fingerprint: Fingerprint,
  uploads: ProofFile[],
): Promise<void> => {
  const [opened] = await personalData.open([personal])
  const first = opened ? OrderPersonal.parse(opened).submitted : erasedFingerprint
  if (!first) return
  const isSameFile = (file: string, index: number) =>
    file === first.files[index] ||
    uploads.some(({ fileUid, sha256 }) => fileUid === file && sha256 === files[index]?.sha256)
  const isSame =
    first.form === fingerprint.form &&
    first.files.length === fingerprint.files.length &&
    fingerprint.files.every(isSameFile)
  if (!isSame)
    throw new Rejected(
      'unprocessable',
      'This order was already sent with other details, and we received it: please check your mail. Confirm again only if you want this one too',
    )
}

const erasedFingerprint: Fingerprint = { form: '', files: [] }
