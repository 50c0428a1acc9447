import type { ArchivingEndpoints } from '@strand/contracts/archiving-endpoints'
import type { Endpoint } from '@strand/contracts/endpoint'
import type { EventCodec, EventDefinition, EventOf } from '@strand/contracts/event-codec'
import type { Decider } from '@strand/event-sourcing/commands/decider'
import { uuidFrom } from '@strand/event-sourcing/commands/event-id'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Now } from '@strand/platform/clock'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { type HttpServer, successBody, withPosition } from '@strand/platform/http/server'
import type { z } from 'zod'
import { registerArchivingRoutes } from '../shared/archiving.routes.ts'
import type { ArchivableCommand, ArchivableState } from './archivable.decider.ts'
import { archivableHandler } from './archivable.handler.ts'
import type { UniqueNames } from './unique-names.ts'

export type CatalogueDependencies = { eventStore: EventStore; names: UniqueNames; now: Now }

type FormEndpoint<Form> = Endpoint & { body: z.ZodType<Form> }

type Options<
  Definition extends EventDefinition,
  Content extends { name: string },
  Form,
  Change extends Form,
> = {
  resource: {
    singular: string
    plural: string
    name: string
    events: EventCodec<Definition>
    endpoints: ArchivingEndpoints & { create: FormEndpoint<Form>; update: FormEndpoint<Change> }
  }
  decider: Decider<ArchivableState<Content> | null, ArchivableCommand<Content>, EventOf<Definition>>
  idOf: (change: Change) => string
  contentOf: (id: string, form: Form) => Content
  /** The part of the form that the answer repeats. */
  answerOf: (id: string, form: Form) => object
  /** Runs before each decision about a row's content; may throw to refuse that content. */
  beforeDecision?: (content: Content, state: Content | null) => Promise<void>
}

export const registerArchivableRoutes = <
  Definition extends EventDefinition,
  Content extends { name: string },
  Form,
  Change extends Form,
>(
  app: HttpServer,
  { eventStore, names, now }: CatalogueDependencies,
  options: Options<Definition, Content, Form, Change>,
) => {
  const { resource, decider, idOf, contentOf, answerOf, beforeDecision } = options
  const { create, update } = resource.endpoints
  const config = { takesEffectIn: [resource.name] }
  const handle = archivableHandler({ resource, decider, eventStore, names, beforeDecision })

  app.route({
    ...endpointRoute<Endpoint & { body: z.ZodType }>(create, config),
    handler: async (request, reply) => {
      const form = request.body as Form
      const origin = staffOrigin(request, now())
      const id = uuidFrom(origin.commandId, resource.name)
      const data = contentOf(id, form)
      const { position } = await handle(id, { type: 'Create', data }, origin)
      const answer = successBody(`${data.name} has been created`, answerOf(id, form))
      return withPosition(reply, position).code(201).send(answer)
    },
  })

  app.route({
    ...endpointRoute<Endpoint & { body: z.ZodType }>(update, config),
    handler: async (request, reply) => {
      const form = request.body as Change
      const id = idOf(form)
      const data = contentOf(id.toLowerCase(), form)
      const origin = staffOrigin(request, now())
      const { position } = await handle(id, { type: 'Update', data }, origin)
      const answer = successBody(`${data.name} has been updated`, answerOf(id, form))
      return withPosition(reply, position).send(answer)
    },
  })

  registerArchivingRoutes(app, {
    endpoints: resource.endpoints,
    things: resource.plural,
    config,
    now,
    archive: (id, origin) => handle(id, { type: 'Archive' }, origin),
    restore: (id, origin) => handle(id, { type: 'Restore' }, origin),
  })
}
