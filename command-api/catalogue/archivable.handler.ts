import type { EventCodec, EventDefinition, EventOf } from '@strand/contracts/event-codec'
import { handleCommand, readState } from '@strand/event-sourcing/commands/command-handler'
import type { Decider } from '@strand/event-sourcing/commands/decider'
import { Rejected } from '@strand/event-sourcing/errors'
import type {
  EventStore,
  Position,
  RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import { isUuid } from '@strand/event-sourcing/uuid'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'
import type { ArchivableState } from './archivable.decider.ts'
import { isSameName, type UniqueNames } from './unique-names.ts'

/**
 * Handles an archivable resource's commands. Each row has a stream of its own. No two active rows
 * share a name, so a command that names a row or restores it reserves the name first.
 */
export const archivableHandler = <
  Content extends { name: string },
  Command extends { type: string; data?: Content | undefined },
  Definition extends EventDefinition,
>(options: {
  resource: { singular: string; name: string; events: EventCodec<Definition> }
  decider: Decider<ArchivableState<Content> | null, Command, EventOf<Definition>>
  eventStore: EventStore
  names: UniqueNames
  /** Runs before each decision about a row's content; may throw to refuse that content. */
  beforeDecision?: ((content: Content, state: Content | null) => Promise<void>) | undefined
}) => {
  const { resource, decider, eventStore, names, beforeDecision } = options
  const { singular, events } = resource
  const decode = (recorded: RecordedEvent) => events.decode(recorded).event

  const streamOf = (id: string) => {
    const written = id.toLowerCase()
    if (isUuid(written)) return `${resource.name}-${written}`
    throw new Rejected('not-found', `There is no ${singular} with this id`)
  }

  const hasName = async (id: string, name: string) => {
    const state = await readState(eventStore, streamOf(id), { decider, decode })
    return state !== null && !state.archived && isSameName(state.name, name)
  }

  return async (
    id: string,
    command: Command,
    origin: Origin,
  ): Promise<{ name: string; position: Position | null }> => {
    const stream = streamOf(id)
    const run = (claim?: (name: string) => Promise<void>) =>
      handleCommand({
        eventStore,
        decider,
        stream,
        commandId: origin.commandId,
        decode,
        encode: withMetadata(events, origin),
        commandFor: async (state) => {
          const name = command.data?.name ?? state?.name
          if (claim && name !== undefined) await claim(name)
          if (command.data) await beforeDecision?.(command.data, state)
          return command
        },
      })
    const takesName = command.data !== undefined || command.type === 'Restore'
    const { state, position } = takesName
      ? await names.reserve({ kind: singular, holder: id.toLowerCase() }, hasName, run)
      : await run()
    return { name: state?.name ?? id, position }
  }
}
