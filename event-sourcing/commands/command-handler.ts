import { conflict, Rejected } from '../errors.ts'
import type {
  EventStore,
  EventToAppend,
  Position,
  RecordedEvent,
} from '../event-store/event-store.ts'
import type { Decider } from './decider.ts'
import { eventsOfCommand } from './event-id.ts'

const maxTries = 8

/**
 * Work that must be done before a command's events are appended, such as changes to other streams.
 * Called with the events that the decider returned, and with the stream's state before them.
 */
export type BeforeAppend<State, Event> = (events: Event[], before: State) => Promise<void>

type Options<State, Command, Event> = {
  eventStore: EventStore
  decider: Decider<State, Command, Event>
  stream: string
  /** Identifies a retry of the same command: `encode` derives the events' ids from it. */
  commandId: string
  /** Converts a stored event, upcast to the newest schema version, to the decider's event type. */
  decode: (recorded: RecordedEvent) => Event
  /** Converts a decided event to its stored form. `index` counts the command's events, from 0. */
  encode: (event: Event, index: number) => EventToAppend
  /** Makes the command from the stream's state; called once per attempt. */
  commandFor: (state: State) => Command | Promise<Command>
  /**
   * Called in every attempt in which the decider returns events. If it throws, nothing is appended
   * and the command fails with that error.
   */
  beforeAppend?: BeforeAppend<State, Event> | undefined
}

/**
 * A command's result. `position` is the position of the command's last event. If the command caused
 * no event, `position` is the position of the stream's last event, or null if the stream is empty.
 */
export type Handled<State, Event> = { state: State; events: Event[]; position: Position | null }

/**
 * Reads the stream, folds it into a state, decides and appends. After a version conflict it does
 * all of this again, so that of two concurrent commands, the later one is decided on the state that
 * the earlier one left. After 8 conflicts it throws `Rejected('conflict')`. Whatever the decider
 * throws is thrown to the caller.
 *
 * If the stream already has the command's events, nothing is decided or appended. The result is
 * then the same as the first time: these events, and the state right after them, whatever has
 * happened since.
 */
export const handleCommand = async <State, Command, Event>(
  options: Options<State, Command, Event>,
): Promise<Handled<State, Event>> => {
  const { eventStore, decider, stream, encode, commandFor, beforeAppend } = options
  for (let tries = 0; tries < maxTries; tries++) {
    const recorded = await eventStore.readStream(stream)
    const earlier = resultOf(options, recorded)
    if (earlier) return earlier
    const before = stateOf(options, recorded)
    let events: Event[]
    try {
      events = decider.decide(await commandFor(before), before)
    } catch (error) {
      if (error instanceof Rejected) error.position = recorded.at(-1)?.position
      throw error
    }
    const state = events.reduce(decider.evolve, before)
    if (events.length === 0) return { state, events, position: recorded.at(-1)?.position ?? null }
    await beforeAppend?.(events, before)
    const result = await eventStore.append(
      stream,
      events.map(encode),
      recorded.at(-1)?.revision ?? 'no-stream',
    )
    if (result.ok) return { state, events, position: result.position }
  }
  throw conflict('Somebody else changed this at the same time, please try again')
}

/** This command's result if the stream already has its events, otherwise null. */
const resultOf = <State, Command, Event>(
  options: Options<State, Command, Event>,
  recorded: RecordedEvent[],
): Handled<State, Event> | null => {
  const own = eventsOfCommand(recorded, options.commandId)
  const last = own.at(-1)
  if (!last) return null
  const until = recorded.filter(({ revision }) => revision <= last.revision)
  return {
    state: stateOf(options, until),
    events: own.map(options.decode),
    position: last.position,
  }
}

/** What is needed to read a stream: its decider, and how to decode its events. */
type Reading<State, Event> = {
  decider: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>
  decode: (event: RecordedEvent) => Event
}

const stateOf = <State, Event>(
  { decider, decode }: Reading<State, Event>,
  recorded: RecordedEvent[],
): State => recorded.map(decode).reduce(decider.evolve, decider.initialState)

/** The state of a stream; the decider's initial state if the stream is empty. */
export const readState = async <State, Event>(
  eventStore: Pick<EventStore, 'readStream'>,
  stream: string,
  reading: Reading<State, Event>,
): Promise<State> => stateOf(reading, await eventStore.readStream(stream))
