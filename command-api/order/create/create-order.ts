import { firstEvent } from '@strand/contracts/event-codec'
import {
  type OrderPersonal,
  type OrderStreamEvent,
  orderStreamEvents,
  type ProofFile,
} from '@strand/contracts/order/events'
import type { CreateOrder } from '@strand/contracts/order/order'
import { orderStream } from '@strand/contracts/order/order'
import type { Now } from '@strand/platform/clock'
import { eventIdOf } from '@strand/platform/commands/event-id'
import { withMetadata } from '@strand/platform/commands/origin'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { Rejected } from '@strand/platform/errors'
import type {
  EventStore,
  EventToAppend,
  Position,
  RecordedEvent,
} from '@strand/platform/event-store/event-store'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FileClaim } from '../../shared/file-claim.ts'
import type { FileContent } from '../body/attachment.ts'
import { orderDecider } from '../decider.ts'
import {
  markReservedIdUsed,
  releaseReservedId,
  type Submission,
  submissionOf,
  takeReservedId,
} from '../ids.ts'
import {
  type CatalogueSnapshot,
  releaseUploads,
  type TakeCatalogueSnapshot,
} from './catalogue-snapshot.ts'
import { assertSameSubmission, fingerprintOf } from './fingerprint.ts'
import { type PricedOrder, priceOrder } from './price.ts'

/** A file that came inside the order's own body. */
export type InlineFile = { content: FileContent; fileName: string; fileType: string }

/** The operations on proof files that creating an order needs. */
export type ProofStore = {
  /** Validates files and stores them as claimed. If one is rejected, none is kept. */
  store: (files: InlineFile[], claim: FileClaim) => Promise<ProofFile[]>
  /** Deletes stored files whose order was not created. */
  discard: (files: ProofFile[]) => Promise<void>
}

export type CreateOrderOptions = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  proofs: ProofStore
  takeSnapshot: TakeCatalogueSnapshot
  tokenSecret: Buffer
  now: Now
}

export type PlacedOrder = { orderId: string; position: Position }

type OrderCreation = {
  options: CreateOrderOptions
  submission: Submission
  /** The encoded `OrderCreated`, whose event id depends on the order id. */
  encodeCreated: (orderId: string) => EventToAppend
  /** Encodes an `OrderIdAssigned` for the stream that the key leads to. */
  encodeAssigned: (keyedId: string, orderId: string) => EventToAppend
}

/**
 * Creates the order of a submitted form, exactly once. A submission with a known idempotency key
 * gets the order created the first time, whatever has happened to prices, uploads or the process
 * since; a different order under that key is rejected. Keys are recorded nowhere but in the event
 * log: the key determines the order's stream, and the log rejects a second start of a stream.
 * Decisions 008, 040 and 111.
 *
 * @param inline the files that came inside `form.files`, in the same order; null where an entry
 * names an upload
 */
export const createOrder = async (
  options: CreateOrderOptions,
  form: CreateOrder,
  inline: (FileContent | null)[],
  { key, correlationId }: { key: string | null; correlationId: string },
): Promise<PlacedOrder> => {
  const submission = submissionOf(options.tokenSecret, key)
  const at = options.now()
  const submitted = fingerprintOf(form, inline)
  const { takenBy } = submission
  const claim: FileClaim = { takenBy, orderId: submission.defaultId }
  const stored: ProofFile[] = []
  let claimedUploads: ProofFile[] = []
  let placed: PlacedOrder
  try {
    const snapshot = await options.takeSnapshot({ form, now: at, ...claim })
    claimedUploads = snapshot.uploads
    const priced = priceOrder(form, snapshot)
    const uploads = form.files.map((file, index) =>
      inline[index] ? null : uploadOf(file, index, snapshot),
    )
    stored.push(
      ...(await options.proofs.store(
        form.files.flatMap(({ fileName, fileType }, index) => {
          const content = inline[index]
          return content ? { content, fileName, fileType } : []
        }),
        claim,
      )),
    )
    const rest = [...stored]
    const files = uploads.flatMap((upload) => upload ?? rest.shift() ?? [])
    const personalKey = await options.personalData.take()
    const personal = options.personalData.seal(personalKey, {
      ...personalOf(form, priced),
      submitted,
    })
    const encode = (event: OrderStreamEvent, commandId: string, orderId: string) => {
      const actor = { kind: 'customer', id: orderId } as const
      return withMetadata(orderStreamEvents, { commandId, correlationId, at, actor })(event)
    }
    const encodeCreated = (orderId: string) => {
      const { postalCode: _, deliveryAddress: __, ...bought } = priced
      const [event] = orderDecider.decide(
        { type: 'CreateOrder', data: { orderId, ...bought, files, personal } },
        orderDecider.initialState,
      )
      if (!event) throw new Error('a new order made no event')
      return encode(event, creationCommandId(submission, orderId), orderId)
    }
    const encodeAssigned = (keyedId: string, orderId: string) =>
      encode({ type: 'OrderIdAssigned', data: { keyedId, orderId } }, submission.commandId, orderId)
    const creation = { options, submission, encodeCreated, encodeAssigned }
    const { fresh, ...order } = await placeOrder(creation, snapshot)
    if (fresh) return order
    await options.proofs.discard(stored)
    await releaseUploads(options.pool, takenBy, form)
    placed = order
  } catch (error) {
    // After an unknown outcome the order may hold the files. Then only the sweeper may delete them,
    // and only this submission may use its uploads.
    if (!(error instanceof Rejected) || error.code === 'unavailable') throw error
    await options.proofs.discard(stored)
    await releaseUploads(options.pool, takenBy, form)
    const earlier = submission.isIdempotent
      ? await findEarlierOrder(options.eventStore, submission)
      : null
    if (!earlier) throw error
    placed = earlier
  }
  await assertSameSubmission(options, placed.orderId, submitted, claimedUploads)
  return placed
}

const uploadOf = (
  file: CreateOrder['files'][number],
  index: number,
  snapshot: CatalogueSnapshot,
): ProofFile => {
  const upload = snapshot.uploads.find(({ fileUid }) => fileUid === file.fileUid.toLowerCase())
  if (upload) return upload
  const reason = snapshot.othersUploads.includes(file.fileUid.toLowerCase())
    ? 'belongs to another order'
    : 'has not been received'
  const message = `${file.fileName} ${reason}, please upload it again`
  throw new Rejected('invalid', message, { details: [{ path: `files.${index}`, message }] })
}

const personalOf = (form: CreateOrder, priced: PricedOrder): OrderPersonal => ({
  firstName: form.firstname,
  lastName: form.lastname,
  email: form.email,
  countryCode: form.countrycode,
  phone: form.phone,
  instagramUsername: form.instagramusername,
  accountName: form.accountname,
  deliveryAddress: priced.deliveryAddress,
  postalCode: priced.postalCode,
  fileNames: form.files.map(({ fileName }) => fileName),
})

/** Nearly always one append. The slow path handles reserved ids and repeated submissions. */
const placeOrder = async (
  creation: OrderCreation,
  snapshot: CatalogueSnapshot,
): Promise<PlacedOrder & { fresh: boolean }> => {
  if (snapshot.takenId === null && !snapshot.idsReserved) {
    const placed = await startStream(creation, creation.submission.defaultId)
    if (placed) return placed
  }
  for (let tries = 0; tries < 8; tries++) {
    const placed = creation.submission.isIdempotent
      ? await createIdempotently(creation)
      : await createWithoutKey(creation)
    if (placed) return placed
  }
  throw new Rejected('unavailable', 'Too much is going on at the moment, please try again', {
    retryAfter: 2,
  })
}

const createWithoutKey = async (creation: OrderCreation) => {
  const { pool } = creation.options
  const reserved = await takeReservedId(pool, creation.submission.takenBy)
  const placed = await startStream(creation, reserved ?? creation.submission.defaultId)
  if (!placed && reserved) await markReservedIdUsed(pool, reserved)
  return placed
}

/**
 * The stream that the key determines decides where the order is: in that stream itself, or under a
 * reserved id that the stream's first event records. So two attempts, at once or after a crash,
 * never decide differently, even when ids were reserved between them.
 */
const createIdempotently = async (creation: OrderCreation) => {
  const { options, submission } = creation
  const { pool, eventStore } = options
  const defaultId = submission.defaultId
  const recorded = await eventStore.readStream(orderStream(defaultId))
  const existing = createdOrderIn(recorded)
  if (existing) {
    await releaseReservedId(pool, submission.takenBy)
    return { ...existing, fresh: false }
  }
  const assigned = assignedIdIn(recorded) ?? (await assignReservedId(creation, defaultId))
  if (assigned === 'try again') return null
  if (assigned) {
    const placed = await startStream(creation, assigned)
    if (placed) return placed
    const assignedOrder = createdOrderIn(await eventStore.readStream(orderStream(assigned)))
    if (isOfSubmission(submission, assignedOrder)) return { ...assignedOrder, fresh: false }
    await markReservedIdUsed(pool, assigned)
  }
  return startStream(creation, defaultId, assigned ? 0 : 'no-stream')
}

/** An event id is unique in the whole log, so the event id depends on the order id. */
const creationCommandId = ({ commandId }: Submission, orderId: string) => `${commandId}:${orderId}`

type FoundOrder = PlacedOrder & { eventId: string }
const isOfSubmission = (submission: Submission, found: FoundOrder | null): found is FoundOrder =>
  found?.eventId === eventIdOf(creationCommandId(submission, found?.orderId ?? ''), 0)

/** Takes a reserved id, if there is one, and records it in the key's own stream before using it. */
const assignReservedId = async (
  { options, submission, encodeAssigned }: OrderCreation,
  keyedId: string,
) => {
  const orderId = await takeReservedId(options.pool, submission.takenBy)
  if (!orderId) return null
  const event = encodeAssigned(keyedId, orderId)
  const appended = await options.eventStore.append(orderStream(keyedId), [event], 'no-stream')
  return appended.ok ? orderId : 'try again'
}

/** Starts the order's stream; returns null when the stream has already started. */
const startStream = async (
  { options, encodeCreated }: OrderCreation,
  orderId: string,
  expected: 'no-stream' | number = 'no-stream',
) => {
  const appended = await options.eventStore.append(
    orderStream(orderId),
    [encodeCreated(orderId)],
    expected,
  )
  if (!appended.ok) return null
  return { orderId, position: appended.position, fresh: !appended.repeated }
}

const createdOrderIn = (recorded: RecordedEvent[]): FoundOrder | null => {
  const created = firstEvent(orderStreamEvents, 'OrderCreated', recorded)
  if (!created) return null
  const { position, id: eventId } = created.stored
  return { orderId: created.event.data.orderId, position, eventId }
}

const assignedIdIn = (recorded: RecordedEvent[]) =>
  firstEvent(orderStreamEvents, 'OrderIdAssigned', recorded)?.event.data.orderId ?? null

/** The order that this submission created before, under its own id or a reserved one. */
const findEarlierOrder = async (
  eventStore: EventStore,
  submission: Submission,
): Promise<PlacedOrder | null> => {
  const recorded = await eventStore.readStream(orderStream(submission.defaultId))
  const order = createdOrderIn(recorded)
  if (order) return order
  const assigned = assignedIdIn(recorded)
  if (!assigned) return null
  const assignedOrder = createdOrderIn(await eventStore.readStream(orderStream(assigned)))
  return isOfSubmission(submission, assignedOrder) ? assignedOrder : null
}
