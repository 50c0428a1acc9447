import { z } from 'zod'
import { UnreadableEvent } from './errors.ts'
import type { JsonObject } from './event-store/event-store.ts'

/** Converts an event's stored data from version n of its schema to version n + 1. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>

export type EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> = {
  type: Type
  /** What happened, in one or two sentences, for the generated list of all events. */
  description: string
  data: Data
  /** The current schema's number, from 1; stored as `metadata.schemaVersion`. */
  version: number
  /**
   * `upcasters[0]` converts data from version 1 to version 2, `upcasters[1]` from version 2 to
   * version 3, and so on up to the current version.
   */
  upcasters: readonly Upcaster[]
}

/**
 * Defines an event type. Stored events are never rewritten: to change the schema, append an
 * upcaster, which raises the version by one.
 */
export const defineEvent = <const Type extends string, Data extends z.ZodType>(
  type: Type,
  description: string,
  data: Data,
  upcasters: readonly Upcaster[] = [],
): EventDefinition<Type, Data> => ({
  type,
  description,
  data,
  version: upcasters.length + 1,
  upcasters,
})

export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data>
    ? { type: Type; data: z.output<Data> }
    : never

export type EventsOf<Of> = Of extends { definitions: readonly (infer Definition)[] }
  ? EventOf<Definition>
  : never

export type StoredEvent = { type: string; data: JsonObject; metadata: JsonObject }

/** The only metadata that the codec itself needs: the version of the data's schema. */
type Versioned = { schemaVersion: number }

/** @template Later the names of metadata fields that are known only after an event is encoded */
export type Codec<
  Definition extends EventDefinition = EventDefinition,
  Metadata extends Versioned = Versioned,
  Later extends string = never,
> = {
  /** The streams that store these events, with ids in braces: `loan-{loanId}`. */
  stream: string
  definitions: readonly Definition[]
  types: Definition['type'][]
  /**
   * Converts an event to its stored form in the current version. Throws a ZodError for data that
   * breaks its schema.
   */
  encode: (
    event: EventOf<Definition>,
    metadata: Omit<Metadata, 'schemaVersion' | Later>,
  ) => StoredEvent
  /**
   * Reads a stored event of any version. Throws an UnreadableEvent for an unknown type, for a
   * version from a newer release, and for data or metadata that break their schema.
   */
  decode: (stored: StoredEvent) => { event: EventOf<Definition>; metadata: Metadata }
}

/** Opens the codec for a stream's event types and for metadata of the given schema. */
export const openCodec = <
  const Definition extends EventDefinition,
  Metadata extends Versioned,
  Later extends string = never,
>(
  stream: string,
  definitions: readonly Definition[],
  metadataSchema: z.ZodType<Metadata>,
): Codec<Definition, Metadata, Later> => {
  const byType = new Map<string, Definition>(definitions.map((one) => [one.type, one]))
  const definitionOf = (type: string) => {
    const definition = byType.get(type)
    if (definition) return definition
    throw new UnreadableEvent(`${stream} has no event ${type}`)
  }
  return {
    stream,
    definitions,
    types: definitions.map(({ type }) => type),
    encode: (event, metadata) => {
      const { data, version } = definitionOf(event.type)
      return {
        type: event.type,
        data: data.parse(event.data) as JsonObject,
        metadata: { ...metadata, schemaVersion: version } as JsonObject,
      }
    },
    decode: (stored) => {
      const { type, data, version, upcasters } = definitionOf(stored.type)
      try {
        const metadata = metadataSchema.parse(stored.metadata)
        const { schemaVersion } = metadata
        if (schemaVersion > version)
          throw new UnreadableEvent(
            `${type} has version ${schemaVersion}, and this release reads up to ${version}`,
          )
        const current = upcasters
          .slice(schemaVersion - 1)
          .reduce<Record<string, unknown>>((older, upcast) => upcast(older), stored.data)
        return { event: { type, data: data.parse(current) } as EventOf<Definition>, metadata }
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error
        throw new UnreadableEvent(`${type} is not as this release knows it`, { cause: error })
      }
    },
  }
}

/** Decodes the first event of a type in a stream; undefined if there is none. */
export const firstEvent = <
  Definition extends EventDefinition,
  const Type extends Definition['type'],
  Stored extends StoredEvent,
>(
  codec: {
    definitions: readonly Definition[]
    decode: (stored: StoredEvent) => { event: EventOf<Definition> }
  },
  type: Type,
  stream: Stored[],
) => {
  const stored = stream.find((one) => one.type === type)
  if (!stored) return undefined
  const event = codec.decode(stored).event as Extract<EventOf<Definition>, { type: Type }>
  return { event, stored }
}
