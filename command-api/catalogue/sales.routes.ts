import { sales, salesEndpoints } from '@strand/contracts/catalogue/sales.resource'
import { parseLagosTime } from '@strand/contracts/lagos-time'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { archivableHandler } from './archivable.handler.ts'
import { type CatalogueDependencies, registerArchivableRoutes } from './archivable.routes.ts'
import { salesDecider } from './sales.decider.ts'

export const salesRoutes: FastifyPluginAsyncZod<CatalogueDependencies> = async (app, options) => {
  registerArchivableRoutes(app, options, {
    resource: sales,
    decider: salesDecider,
    idOf: ({ salesid }) => salesid,
    contentOf: (salesId, form) => ({
      salesId,
      name: form.sales,
      // The contract has checked that both are times.
      startsAt: parseLagosTime(form.startDate) ?? '',
      endsAt: parseLagosTime(form.endDate) ?? '',
    }),
    answerOf: (salesid, form) => ({ salesid, sale: form.sales }),
  })

  const handle = archivableHandler({ resource: sales, decider: salesDecider, ...options })
  app.route({
    ...endpointRoute(salesEndpoints.updateSalesMessage, { takesEffectIn: [sales.name] }),
    handler: async (request, reply) => {
      const command = { type: 'UpdateMessage', message: request.body.salesMessage } as const
      const origin = staffOrigin(request, options.now())
      const { name, position } = await handle(request.params.salesId, command, origin)
      return withPosition(reply, position).send(
        successBody(`The message of ${name} has been updated`),
      )
    },
  })
}
