import type { EventCodec, EventDefinition, EventOf } from '@strand/contracts/event-codec'
import { handleCommand } from '@strand/platform/commands/command-handler'
import type { Decider } from '@strand/platform/commands/decider'
import { type Origin, withMetadata } from '@strand/platform/commands/origin'
import { Rejected } from '@strand/platform/errors'
import type { EventStore, Position, RecordedEvent } from '@strand/platform/event-store/event-store'
import { isSameName, type UniqueNames } from './unique-names.ts'

type ArchivableState = { name: string; archived: boolean }

type CommandOutcome<State> = { state: State | null; position: Position | null }

export type ArchivableResource<State, Command> = {
  handle: (id: string, command: Command, origin: Origin) => Promise<CommandOutcome<State>>
  /**
   * Handles a command that gives the thing `name`. No other active thing of the kind may have it.
   */
  handleNamed: (
    id: string,
    name: string,
    command: Command,
    origin: Origin,
  ) => Promise<CommandOutcome<State>>
  archive: (id: string, origin: Origin) => Promise<{ name: string; position: Position | null }>
  /** Rejects when another thing has taken the name in the meantime. */
  restore: (id: string, origin: Origin) => Promise<{ name: string; position: Position | null }>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * What products, delivery locations and campaigns have in common: each has its own stream, its name
 * is unique while it is active, and it can be archived and restored.
 *
 * @param kind the singular in words: `delivery location`
 */
export const archivableResource = <
  State extends ArchivableState,
  Command,
  Definition extends EventDefinition,
>(options: {
  kind: string
  eventStore: EventStore
  names: UniqueNames
  decider: Decider<State | null, Command, EventOf<Definition>>
  codec: EventCodec<Definition>
  streamOf: (id: string) => string
  archive: Command
  restore: Command
}): ArchivableResource<State, Command> => {
  const { kind, eventStore, names, decider, codec } = options
  const decode = (recorded: RecordedEvent) => codec.decode(recorded).event

  const streamOf = (id: string) => {
    const written = id.toLowerCase()
    if (uuid.test(written)) return options.streamOf(written)
    throw new Rejected('not-found', `There is no ${kind} with this id`)
  }
  const stateOf = async (id: string) =>
    (await eventStore.readStream(streamOf(id)))
      .map(decode)
      .reduce(decider.evolve, decider.initialState)

  const handle: ArchivableResource<State, Command>['handle'] = (id, command, origin) =>
    handleCommand(
      eventStore,
      decider,
      { decode, encode: withMetadata(codec, origin) },
      streamOf(id),
      () => command,
    )

  const handleNamed: ArchivableResource<State, Command>['handleNamed'] = (
    id,
    name,
    command,
    origin,
  ) => {
    const hasName = async (other: string) => {
      const state = await stateOf(other)
      return state !== null && !state.archived && isSameName(state.name, name)
    }
    return names.reserve({ kind, name, holder: id.toLowerCase() }, hasName, () =>
      handle(id, command, origin),
    )
  }

  return {
    handle,
    handleNamed,
    archive: async (id, origin) => {
      const { state, position } = await handle(id, options.archive, origin)
      return { name: state?.name ?? id, position }
    },
    restore: async (id, origin) => {
      const current = await stateOf(id)
      const { position } = current
        ? await handleNamed(id, current.name, options.restore, origin)
        : await handle(id, options.restore, origin)
      return { name: current?.name ?? id, position }
    },
  }
}
