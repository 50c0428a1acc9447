import { SealedText } from '@strand/contracts/order/events'
import { questionEndpoints } from '@strand/contracts/order/question.endpoints'
import { maxFiles } from '@strand/contracts/uploads'
import { mailedToken } from '@strand/platform/crypto/mailed-token'
import type { Clock } from '@strand/platform/fairness/clock'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { idempotencyKey } from '@strand/platform/http/idempotency-key'
import { openSlowDown } from '@strand/platform/http/rate-limits'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { seenPosition, sendChanged } from '../../shared/row-position.ts'
import { noOpenQuestion } from '../decider.ts'
import { parseOrderId, readOrder, staffCommandHandler } from '../handler.ts'
import { textSealer } from '../seal-text.ts'
import { hasOpenQuestion } from '../state.ts'
import { answerQuestion, type QuestionOptions } from './answer-question.ts'
import { checkCustomer } from './check-customer.ts'

/**
 * Staff ask the customer about a pending order; the customer reads the question and answers it. The
 * question comes from the log, not from a read model: the digits that the customer enters must be
 * checked against the order's current state.
 */
export const questionRoutes: FastifyPluginAsyncZod<
  QuestionOptions & { clock?: Clock | undefined }
> = async (app, options) => {
  const { eventStore, personalData, tokenSecret, now, clock } = options
  const handle = staffCommandHandler(options)
  const sealText = textSealer(personalData)
  const [slowToRead, slowToAnswer] = [openSlowDown(clock), openSlowDown(clock)]

  app.route({
    ...endpointRoute(questionEndpoints.askQuestion),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.orderId)
      const { kind, text } = request.body
      const { position } = await handle(
        orderId,
        async (order) => ({ type: 'AskQuestion', kind, text: await sealText(order, text) }),
        { origin: staffOrigin(request, now()), seen: seenPosition(request) },
      )
      return sendChanged(reply, position, `You asked the customer about order ${orderId}`)
    },
  })

  app.route({
    ...endpointRoute(questionEndpoints.readQuestion, {
      limit: { name: 'read-question', requests: 60, seconds: 3600, isSoft: true },
      neededByCustomers: true,
    }),
    handler: async (request) => {
      await slowToRead(request)
      const order = await readOrder(eventStore, parseOrderId(request.params.orderId))
      if (!hasOpenQuestion(order)) throw noOpenQuestion()
      const { id, kind, at = '', text } = await checkCustomer(options, order, request.body)
      const [opened] = await personalData.open([text])
      if (!opened) throw noOpenQuestion()
      const result = {
        kind,
        text: SealedText.parse(opened).text,
        askedAt: at,
        filesLeft: Math.max(0, maxFiles - order.files.length),
        token: mailedToken(tokenSecret, 'question', id),
      }
      return successBody('This is what we ask about your order', { result })
    },
  })

  app.route({
    ...endpointRoute(questionEndpoints.answerQuestion, {
      limit: { name: 'answer-question', requests: 60, seconds: 3600, isSoft: true },
      neededByCustomers: true,
    }),
    handler: async (request, reply) => {
      await slowToAnswer(request)
      const orderId = parseOrderId(request.params.orderId)
      const { position } = await answerQuestion(options, orderId, request.body, {
        key: idempotencyKey(request),
        correlationId: request.id,
      })
      return withPosition(reply, position)
        .code(201)
        .send(successBody('Thank you for your answer. We will look at it and write to you'))
    },
  })
}
