import { orderEndpoints } from '@strand/contracts/order/endpoints'
import type { CreateOrder } from '@strand/contracts/order/order-form'
import { fileTooLarge, maxFilesSize } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Clock } from '@strand/platform/fairness/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { idempotencyKey } from '@strand/platform/http/idempotency-key'
import { openSlowDown } from '@strand/platform/http/rate-limits'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FileAdmission } from '../../shared/file-admission.ts'
import type { FileContent } from '../body/attachment.ts'
import { filesTooLarge } from '../body/body.ts'
import { orderBodyLimit, registerLargeBodyParser } from '../body/large-body-parser.ts'
import { type CreateOrderOptions, createOrder } from './create-order.ts'
import { openFormContexts } from './form-context.ts'

type Options = Omit<CreateOrderOptions, 'claimAndRead'> & {
  admission: FileAdmission
  clock?: Clock | undefined
}

/** `POST /api/create-order`: creates an order from the form's three steps. */
export const createOrderRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const createOptions = { ...options, claimAndRead: openFormContexts(options.pool) }
  const slowDown = openSlowDown(options.clock)
  registerLargeBodyParser(app)

  app.route({
    ...endpointRoute(orderEndpoints.createOrder, {
      limit: { name: 'create-order', requests: 60, seconds: 3600, isSoft: true },
      neededByCustomers: true,
    }),
    bodyLimit: orderBodyLimit,
    // On a slow connection, a large order takes minutes to arrive.
    handlerTimeout: 290_000,
    handler: async (request, reply) => {
      const inline = inlineFiles(request)
      if (inline.every((file) => file === null)) await slowDown(request)
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

/** Files in an order's body use disk space as uploads do, so they count against the same limits. */
const admit = async (
  admission: FileAdmission,
  request: FastifyRequest,
  inline: (FileContent | null)[],
) => {
  const bytes = inline.reduce((sum, file) => sum + (file?.size ?? 0), 0)
  if (bytes === 0) return null
  // The whole body has arrived. While the order waits, it must not occupy one of the places for
  // large bodies.
  if (request.beyondLimit) request.bodyPlace?.release()
  const admitted = await admission.admit({
    by: request.claimant,
    expected: bytes,
    claimed: true,
    isBeyondLimit: request.beyondLimit !== undefined,
  })
  admitted.charge(bytes)
  return admitted
}

/** The files in the order's body; null for an entry that names an upload. */
const inlineFiles = (request: FastifyRequest): (FileContent | null)[] => {
  const { files } = request.body as CreateOrder
  let totalBytes = 0
  return files.map(({ fileName }, index) => {
    const attachment = request.attachments[index]
    if (!attachment) return null
    if ('tooLarge' in attachment) throw new Rejected('too-large', fileTooLarge(fileName))
    totalBytes += attachment.size
    if (totalBytes > maxFilesSize) throw filesTooLarge()
    return attachment
  })
}
