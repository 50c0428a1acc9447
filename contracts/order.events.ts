import { z } from 'zod'
import { Sealed } from './envelope.ts'
import { OrderStatus } from './order.ts'
import { givenText } from './text.ts'
import { FileType } from './upload.ts'

/** What is sealed inside `OrderCreated.personal`, as JSON. */
export const OrderPersonal = z.object({
  firstName: givenText,
  lastName: givenText,
  email: givenText,
  /** Two letters, ISO 3166-1, of the phone number's country. */
  countryCode: givenText,
  phone: givenText,
  instagramUsername: givenText,
  accountName: givenText,
  /** Empty when the location has a pick-up address. */
  deliveryAddress: givenText,
  postalCode: givenText,
  /** Names of the proof files as the customer's device called them, in the order of `files`. */
  fileNames: z.array(givenText),
  /**
   * Hashes of what was submitted. They tell a repeated submission from a different order under the
   * same idempotency key. An upload is represented by its `fileUid`. Orders placed before this
   * check existed have none.
   */
  submitted: z.object({ form: givenText, files: z.array(givenText) }).exactOptional(),
})
export type OrderPersonal = z.infer<typeof OrderPersonal>

/** Sealed inside a message or a review. */
export const SealedText = z.object({ text: givenText })

export const OrderLine = z.object({
  productId: givenText,
  product: givenText,
  price: z.int(),
  quantity: z.int(),
  amount: z.int(),
})
export type OrderLine = z.infer<typeof OrderLine>

export const ProofFile = z.object({
  fileUid: z.uuid(),
  /** Random name in the file store. */
  key: givenText,
  type: FileType,
  size: z.int(),
  /** Hash of the stored bytes, in hex. */
  sha256: givenText,
})
export type ProofFile = z.infer<typeof ProofFile>

const orderId = givenText

/** Stored forever: a change of shape needs a new `schemaVersion` and an upcaster. */
export const OrderEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('OrderCreated'),
    data: z.object({
      orderId,
      /** Prices are a snapshot: a later change of a product's price changes no order. */
      lines: z.array(OrderLine),
      location: z.object({
        locationId: givenText,
        name: givenText,
        /** The fixed pick-up address; empty when the customer gave one. */
        address: givenText,
      }),
      /** Name of the country of an international order, else empty. */
      country: givenText,
      sales: z.object({ salesId: givenText, name: givenText }).nullable(),
      subtotal: z.int(),
      deliveryPrice: z.int(),
      total: z.int(),
      files: z.array(ProofFile),
      personal: Sealed,
    }),
  }),
  z.object({ type: z.literal('OrderApproved'), data: z.object({ orderId }) }),
  z.object({
    type: z.literal('OrderStatusChanged'),
    data: z.object({ orderId, from: OrderStatus, to: OrderStatus, message: Sealed.nullable() }),
  }),
  z.object({
    type: z.literal('OrderMessageUpdated'),
    data: z.object({ orderId, message: Sealed }),
  }),
  z.object({
    type: z.literal('OrderArchived'),
    /** There is a message only if the order was archived through its status. */
    data: z.object({ orderId, from: OrderStatus, message: Sealed.nullable() }),
  }),
  z.object({ type: z.literal('OrderRestored'), data: z.object({ orderId, to: OrderStatus }) }),
  z.object({ type: z.literal('OrderReviewed'), data: z.object({ orderId, review: Sealed }) }),
  z.object({
    type: z.literal('OrderChangeUndone'),
    data: z.object({
      orderId,
      /** The change that was undone: an approval, an archiving, a restore or a new status. */
      undone: z.object({ position: givenText, type: givenText }),
      from: OrderStatus,
      to: OrderStatus,
      /** The status that a restore would lead to, if `to` is archived. */
      archivedFrom: OrderStatus.nullable(),
      /** The message that applies again: the one from before the change. */
      message: Sealed.nullable(),
    }),
  }),
  /** The key and the proof files are destroyed: nobody can tell any more whose order it was. */
  z.object({ type: z.literal('OrderPersonalDataErased'), data: z.object({ orderId }) }),
  /** An order archived while pending is kept, but its proof files only for `afterDays` days. */
  z.object({
    type: z.literal('OrderProofsDeleted'),
    data: z.object({ orderId, afterDays: z.int() }),
  }),
])
export type OrderEvent = z.infer<typeof OrderEvent>
