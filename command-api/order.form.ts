import { CreateOrder, OrderCreatedAnswer } from '@strand/contracts/order'
import { fileTooLarge, maximumFilesSize } from '@strand/contracts/upload'
import { Rejected } from '@strand/platform/errors'
import { succeed, withPosition } from '@strand/platform/http'
import { invalidInput } from '@strand/platform/http-errors'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Admission, FileLimits } from './file-admission.ts'
import type { FileContent } from './order.attachment.ts'
import { filesTooLarge } from './order.body.ts'
import { type CreateOrderOptions, createOrder } from './order.create.ts'
import { orderBodyLimit, takeLargeOrders } from './order.large-body.ts'
import { openShelf } from './order.shelf.ts'

type Options = Omit<CreateOrderOptions, 'lookUpShelf'> & {
  admission: Admission
  fileLimits: FileLimits
}

/** `POST /api/create-order`: turns a customer's three form steps into an order. */
export const orderFormRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const creating = { ...options, lookUpShelf: openShelf(options.pool) }
  takeLargeOrders(app, options.fileLimits.perAddress ? 1 : 2)

  app.post(
    '/api/create-order',
    {
      config: { access: 'public', limit: { name: 'create-order', requests: 60, seconds: 3600 } },
      bodyLimit: orderBodyLimit,
      // A large order arrives at the speed of the customer's connection.
      handlerTimeout: 290_000,
      schema: { body: CreateOrder, response: { 201: OrderCreatedAnswer } },
    },
    async (request, reply) => {
      const inline = inlineFiles(request)
      const admitted = await admit(options.admission, request, inline)
      const { orderId, position } = await createOrder(creating, request.body, inline, {
        key: idempotencyKey(request),
        correlationId: request.id,
      }).finally(() => admitted?.leave())
      const message = `Your order ${orderId} has been received. Keep this order id: with it you can track your order`
      return withPosition(reply, position)
        .code(201)
        .send(succeed(message, { orderId, result: { orderId } }))
    },
  )
}

/** The client's own text of up to 255 visible characters. Without it, no retry is recognised. */
const idempotencyKey = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw invalidInput([
    { path: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 255 plain characters' },
  ])
}

/** Files inside an order take as much disk space as uploads, and count against the same limits. */
const admit = async (
  admission: Admission,
  request: FastifyRequest,
  inline: (FileContent | null)[],
) => {
  const bytes = inline.reduce((sum, file) => sum + (file?.size ?? 0), 0)
  if (bytes === 0) return null
  const admitted = await admission.enter({ address: request.ip, expected: bytes, claimed: true })
  admitted.charge(bytes)
  return admitted
}

/** The files that came inside the order; one entry per file, null where it names an upload. */
const inlineFiles = (request: FastifyRequest): (FileContent | null)[] => {
  const { files } = request.body as CreateOrder
  let together = 0
  return files.map(({ fileName }, index) => {
    const attachment = request.attachments[index]
    if (!attachment) return null
    if ('tooLarge' in attachment) throw new Rejected('too-large', fileTooLarge(fileName))
    together += attachment.size
    if (together > maximumFilesSize) throw filesTooLarge()
    return attachment
  })
}
