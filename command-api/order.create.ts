import { firstEvent } from '@strand/contracts/event-codec'
import type { CreateOrder } from '@strand/contracts/order'
import { orderStream } from '@strand/contracts/order'
import {
  type OrderPersonal,
  type OrderStreamEvent,
  orderStreamEvents,
  type ProofFile,
} from '@strand/contracts/order.events'
import type { Now } from '@strand/platform/clock'
import { Rejected } from '@strand/platform/errors'
import { eventIdOf } from '@strand/platform/event-id'
import type {
  EventStore,
  EventToAppend,
  Position,
  RecordedEvent,
} from '@strand/platform/event-store'
import { withMetadata } from '@strand/platform/origin'
import type { PersonalData } from '@strand/platform/personal-data'
import type { Pool } from '@strand/platform/postgres'
import type { Claim } from './file-claim.ts'
import type { FileContent } from './order.attachment.ts'
import { orderDecider } from './order.decider.ts'
import {
  giveBackReservedId,
  markReservedIdUsed,
  type Submission,
  submissionOf,
  takeReservedId,
} from './order.ids.ts'
import { type Priced, priceOrder } from './order.prices.ts'
import { type LookUpShelf, releaseUploads, type Shelf } from './order.shelf.ts'
import { refuseOther, submittedOf } from './order.submitted.ts'

/** A file that came inside the order's own body. */
export type InlineFile = { content: FileContent; fileName: string; fileType: string }

/** The operations on proof files that creating an order needs. */
export type Proofs = {
  /** Validates files and stores them as claimed. If one is rejected, none is kept. */
  store: (files: InlineFile[], claim: Claim) => Promise<ProofFile[]>
  /** Deletes stored files whose order was not created. */
  discard: (files: ProofFile[]) => Promise<void>
}

export type CreateOrderOptions = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  proofs: Proofs
  lookUpShelf: LookUpShelf
  tokenSecret: Buffer
  now: Now
}

export type Placed = { orderId: string; position: Position }

type Creating = {
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
 *
 * @param inline the files that came inside `form.files`, in the same order; null where an entry
 * names an upload
 */
export const createOrder = async (
  options: CreateOrderOptions,
  form: CreateOrder,
  inline: (FileContent | null)[],
  { key, correlationId }: { key: string | null; correlationId: string },
): Promise<Placed> => {
  const submission = submissionOf(options.tokenSecret, key)
  const at = options.now()
  const submitted = submittedOf(form, inline)
  const { takenBy } = submission
  const claim: Claim = { takenBy, orderId: submission.ownId }
  const stored: ProofFile[] = []
  let known: ProofFile[] = []
  let placed: Placed
  try {
    const shelf = await options.lookUpShelf({ form, now: at, ...claim })
    known = shelf.uploads
    const priced = priceOrder(form, shelf)
    const uploads = form.files.map((file, index) =>
      inline[index] ? null : uploadOf(file, index, shelf),
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
      return encode(event, commandOf(submission, orderId), orderId)
    }
    const encodeAssigned = (keyedId: string, orderId: string) =>
      encode({ type: 'OrderIdAssigned', data: { keyedId, orderId } }, submission.commandId, orderId)
    const creating = { options, submission, encodeCreated, encodeAssigned }
    const { fresh, ...order } = await placeOrder(creating, shelf)
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
    const before = submission.keyed ? await findPlaced(options.eventStore, submission) : null
    if (!before) throw error
    placed = before
  }
  await refuseOther(options, placed.orderId, submitted, known)
  return placed
}

const uploadOf = (file: CreateOrder['files'][number], index: number, shelf: Shelf): ProofFile => {
  const upload = shelf.uploads.find(({ fileUid }) => fileUid === file.fileUid.toLowerCase())
  if (upload) return upload
  const why = shelf.othersUploads.includes(file.fileUid.toLowerCase())
    ? 'belongs to another order'
    : 'has not been received'
  const message = `${file.fileName} ${why}, please upload it again`
  throw new Rejected('invalid', message, { details: [{ path: `files.${index}`, message }] })
}

const personalOf = (form: CreateOrder, priced: Priced): OrderPersonal => ({
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
  creating: Creating,
  shelf: Shelf,
): Promise<Placed & { fresh: boolean }> => {
  if (shelf.takenId === null && !shelf.idsReserved) {
    const placed = await begin(creating, creating.submission.ownId)
    if (placed) return placed
  }
  for (let tries = 0; tries < 8; tries++) {
    const placed = creating.submission.keyed
      ? await placeKeyed(creating)
      : await placeFresh(creating)
    if (placed) return placed
  }
  throw new Rejected('unavailable', 'Too much is going on at the moment, please try again', {
    retryAfter: 2,
  })
}

const placeFresh = async (creating: Creating) => {
  const { pool } = creating.options
  const reserved = await takeReservedId(pool, creating.submission.takenBy)
  const placed = await begin(creating, reserved ?? creating.submission.ownId)
  if (!placed && reserved) await markReservedIdUsed(pool, reserved)
  return placed
}

/**
 * The stream that the key determines decides where the order is: in that stream itself, or under a
 * reserved id that the stream's first event records. So two attempts, at once or after a crash,
 * never decide differently, even when ids were reserved between them.
 */
const placeKeyed = async (creating: Creating) => {
  const { options, submission } = creating
  const { pool, eventStore } = options
  const ownId = submission.ownId
  const recorded = await eventStore.readStream(orderStream(ownId))
  const before = orderIn(recorded)
  if (before) {
    await giveBackReservedId(pool, submission.takenBy)
    return { ...before, fresh: false }
  }
  const assigned = assignedIn(recorded) ?? (await assign(creating, ownId))
  if (assigned === 'try again') return null
  if (assigned) {
    const placed = await begin(creating, assigned)
    if (placed) return placed
    const there = orderIn(await eventStore.readStream(orderStream(assigned)))
    if (isOf(submission, there)) return { ...there, fresh: false }
    await markReservedIdUsed(pool, assigned)
  }
  return begin(creating, ownId, assigned ? 0 : 'no-stream')
}

/** An event id is unique in the whole log, so the event id depends on the order id. */
const commandOf = ({ commandId }: Submission, orderId: string) => `${commandId}:${orderId}`

type Found = Placed & { eventId: string }
const isOf = (submission: Submission, found: Found | null): found is Found =>
  found?.eventId === eventIdOf(commandOf(submission, found?.orderId ?? ''), 0)

/** Takes a reserved id, if there is one, and records it in the key's own stream before using it. */
const assign = async ({ options, submission, encodeAssigned }: Creating, keyedId: string) => {
  const orderId = await takeReservedId(options.pool, submission.takenBy)
  if (!orderId) return null
  const event = encodeAssigned(keyedId, orderId)
  const appended = await options.eventStore.append(orderStream(keyedId), [event], 'no-stream')
  return appended.ok ? orderId : 'try again'
}

/** Starts the order's stream; returns null when the stream has already started. */
const begin = async (
  { options, encodeCreated }: Creating,
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

const orderIn = (recorded: RecordedEvent[]): Found | null => {
  const created = firstEvent(orderStreamEvents, 'OrderCreated', recorded)
  if (!created) return null
  const { position, id: eventId } = created.stored
  return { orderId: created.event.data.orderId, position, eventId }
}

const assignedIn = (recorded: RecordedEvent[]) =>
  firstEvent(orderStreamEvents, 'OrderIdAssigned', recorded)?.event.data.orderId ?? null

/** The order that this submission created before, under its own id or a reserved one. */
const findPlaced = async (
  eventStore: EventStore,
  submission: Submission,
): Promise<Placed | null> => {
  const recorded = await eventStore.readStream(orderStream(submission.ownId))
  const own = orderIn(recorded)
  if (own) return own
  const assigned = assignedIn(recorded)
  if (!assigned) return null
  const there = orderIn(await eventStore.readStream(orderStream(assigned)))
  return isOf(submission, there) ? there : null
}
