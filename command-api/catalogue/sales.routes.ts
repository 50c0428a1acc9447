import { randomUUID } from 'node:crypto'
import { type CreateSales, salesStream } from '@strand/contracts/catalogue/sales'
import { salesEvents } from '@strand/contracts/catalogue/sales.events'
import { salesArchiving, salesEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { parseLagosTime } from '@strand/contracts/lagos-time'
import type { Now } from '@strand/platform/clock'
import { staffOrigin } from '@strand/platform/commands/origin'
import type { EventStore } from '@strand/platform/event-store/event-store'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { registerArchivingRoutes } from '../shared/archiving.routes.ts'
import { archivableResource } from './archivable-resource.ts'
import { salesDecider } from './sales.decider.ts'
import type { UniqueNames } from './unique-names.ts'

type Options = { eventStore: EventStore; names: UniqueNames; now: Now }

/** Sales campaigns: when they run, and their messages to customers. */
export const salesRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, names, now } = options
  const config = { takesEffectIn: ['sales'] }

  const campaigns = archivableResource({
    kind: 'sales campaign',
    eventStore,
    names,
    decider: salesDecider,
    codec: salesEvents,
    streamOf: salesStream,
    archive: { type: 'ArchiveSales' },
    restore: { type: 'RestoreSales' },
  })

  const contentOf = (salesId: string, form: z.infer<typeof CreateSales>) => ({
    salesId: salesId.toLowerCase(),
    name: form.sales,
    // The contract has already validated that both are times.
    startsAt: parseLagosTime(form.startDate) ?? '',
    endsAt: parseLagosTime(form.endDate) ?? '',
  })

  app.route({
    ...endpointRoute(salesEndpoints.createSales, config),
    handler: async (request, reply) => {
      const { sales } = request.body
      const salesid = randomUUID()
      const data = contentOf(salesid, request.body)
      const origin = staffOrigin(request, now())
      const { position } = await campaigns.handleNamed(
        salesid,
        sales,
        { type: 'CreateSales', data },
        origin,
      )
      return withPosition(reply, position)
        .code(201)
        .send(successBody(`${sales} has been created`, { salesid, sale: sales }))
    },
  })

  app.route({
    ...endpointRoute(salesEndpoints.updateSales, config),
    handler: async (request, reply) => {
      const { salesid, sales } = request.body
      const data = contentOf(salesid, request.body)
      const origin = staffOrigin(request, now())
      const { position } = await campaigns.handleNamed(
        salesid,
        sales,
        { type: 'UpdateSales', data },
        origin,
      )
      return withPosition(reply, position).send(
        successBody(`${sales} has been updated`, { salesid, sale: sales }),
      )
    },
  })

  app.route({
    ...endpointRoute(salesEndpoints.updateSalesMessage, config),
    handler: async (request, reply) => {
      const command = { type: 'UpdateSalesMessage', message: request.body.salesMessage } as const
      const origin = staffOrigin(request, now())
      const { state, position } = await campaigns.handle(request.params.salesId, command, origin)
      return withPosition(reply, position).send(
        successBody(`The message of ${state?.name} has been updated`),
      )
    },
  })

  registerArchivingRoutes(app, {
    endpoints: salesArchiving,
    things: 'sales campaigns',
    config,
    archive: campaigns.archive,
    restore: campaigns.restore,
    now,
  })
}
