import { setTimeout as sleep } from 'node:timers/promises'
import { orderEndpoints } from '@strand/contracts/order/endpoints'
import type { CreateOrder } from '@strand/contracts/order/order'
import { fileTooLarge, maximumFilesSize } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import { openBudget } from '@strand/platform/fairness/budget'
import { openPlaces } from '@strand/platform/fairness/places'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { idempotencyKey } from '@strand/platform/http/idempotency-key'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FileAdmission } from '../../shared/file-admission.ts'
import type { FileContent } from '../body/attachment.ts'
import { filesTooLarge } from '../body/body.ts'
import { orderBodyLimit, registerLargeBodyParser } from '../body/large-body-parser.ts'
import { openCatalogueSnapshots } from './catalogue-snapshot.ts'
import { type CreateOrderOptions, createOrder } from './create-order.ts'

type Options = Omit<CreateOrderOptions, 'takeSnapshot'> & { admission: FileAdmission }

/** `POST /api/create-order`: turns a customer's three form steps into an order. */
export const createOrderRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const createOptions = { ...options, takeSnapshot: openCatalogueSnapshots(options.pool) }
  const slowDown = openSlowLane(options)
  registerLargeBodyParser(app)

  app.route({
    ...endpointRoute(orderEndpoints.createOrder, {
      limit: { name: 'create-order', requests: 60, seconds: 3600, isSoft: true },
      neededByCustomers: true,
    }),
    bodyLimit: orderBodyLimit,
    // A large order arrives at the speed of the customer's connection.
    handlerTimeout: 290_000,
    handler: async (request, reply) => {
      const inline = inlineFiles(request)
      if (request.beyondLimit) await slowDown(request, inline)
      const admitted = await admit(options.admission, request, inline)
      const { orderId, position } = await createOrder(createOptions, request.body, inline, {
        key: idempotencyKey(request),
        correlationId: request.id,
        by: request.claimant,
      }).finally(() => admitted?.release())
      const message = `Your order ${orderId} has been received. Keep this order id: with it you can track your order`
      return withPosition(reply, position)
        .code(201)
        .send(successBody(message, { orderId, result: { orderId } }))
    },
  })
}

/** Milliseconds between two orders from one address that is beyond its limit. */
const pauseMs = 1_000
/** Orders within an hour that bring their files along, beyond the limit: with it as many as uploads. */
const mostWithFiles = 240

/**
 * Beyond the limit of their address orders are taken one after the other: a mobile network puts
 * thousands of phones behind one address, and this customer has paid. There are never more of them than
 * uploads: each upload serves one order, and those that bring their files along are counted. Throws 429
 * beyond that, and for an order with files while another of its network has its turn: it must not keep
 * its place for large bodies, of which there are two.
 */
const openSlowLane = ({ now }: Pick<Options, 'now'>) => {
  const withUploads = openPlaces({ atOnce: 200, queue: 400, perClient: 1, retryAfter: 5 })
  const withFiles = openPlaces({
    atOnce: 200,
    perClient: 1,
    retryAfter: 5,
    budget: openBudget({
      most: mostWithFiles - 1,
      seconds: 3_600,
      now: () => now().getTime(),
      text: 'Too many orders with files came from your network within the last hour',
    }),
  })
  return ({ claimant }: FastifyRequest, inline: (FileContent | null)[]) =>
    inline.some((file) => file !== null)
      ? withFiles.use(claimant, async (place) => {
          place.charge(1)
          await sleep(pauseMs)
        })
      : withUploads.use(claimant, () => sleep(pauseMs))
}

/** Files inside an order take as much disk space as uploads, and count against the same limits. */
const admit = async (
  admission: FileAdmission,
  request: FastifyRequest,
  inline: (FileContent | null)[],
) => {
  const bytes = inline.reduce((sum, file) => sum + (file?.size ?? 0), 0)
  if (bytes === 0) return null
  const by = request.claimant
  const admitted = await admission.admit({ by, expected: bytes, claimed: true })
  admitted.charge(bytes)
  return admitted
}

/** The files that came inside the order; one entry per file, null where it names an upload. */
const inlineFiles = (request: FastifyRequest): (FileContent | null)[] => {
  const { files } = request.body as CreateOrder
  let totalBytes = 0
  return files.map(({ fileName }, index) => {
    const attachment = request.attachments[index]
    if (!attachment) return null
    if ('tooLarge' in attachment) throw new Rejected('too-large', fileTooLarge(fileName))
    totalBytes += attachment.size
    if (totalBytes > maximumFilesSize) throw filesTooLarge()
    return attachment
  })
}
