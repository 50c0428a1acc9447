import { Rejected } from '../errors.ts'
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
 * What has to be true elsewhere before the events of a command may be appended, such as changes of
 * other streams. It gets what was decided, and the state that this was decided on.
 */
export type BeforeAppend<State, Event> = (events: Event[], before: State) => Promise<void>

type Options<State, Command, Event> = {
  eventStore: EventStore
  decider: Decider<State, Command, Event>
  stream: string
  /** From which `encode` derives the ids of the events. */
  commandId: string
  /** Converts a stored event, upcast to the newest schema version, to the decider's event type. */
  decode: (recorded: RecordedEvent) => Event
  /** Converts a decided event to its stored form. `index` numbers a command's events, from 0. */
  encode: (event: Event, index: number) => EventToAppend
  /** Gives the command for the stream's state, once per attempt. */
  commandFor: (state: State) => Command | Promise<Command>
  /** Once per attempt that decided on events; what it throws refuses the command. */
  beforeAppend?: BeforeAppend<State, Event> | undefined
}

/** The result of a command. `position` is null when the command changed nothing. */
export type Handled<State, Event> = { state: State; events: Event[]; position: Position | null }

/**
 * Reads, evolves, decides and appends; on a version conflict it repeats all four, so that of two
 * concurrent commands the second decides on the state that the first left. A command that still
 * conflicts after 8 attempts is refused with 409. The decider's own refusals pass through.
 *
 * A command whose events are in the stream is not decided again: it gets its first result, the state
 * that it left, whatever has happened since.
 */
export const handleCommand = async <State, Command, Event>(
  options: Options<State, Command, Event>,
): Promise<Handled<State, Event>> => {
  const { eventStore, decider, stream, decode, encode, commandFor, beforeAppend } = options
  for (let tries = 0; tries < maxTries; tries++) {
    const recorded = await eventStore.readStream(stream)
    const earlier = resultOf(options, recorded)
    if (earlier) return earlier
    const before = recorded.map(decode).reduce(decider.evolve, decider.initialState)
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
  throw new Rejected('conflict', 'Somebody else changed this at the same time, please try again')
}

/** The result of this command if the stream has its events; null if it has not. */
const resultOf = <State, Command, Event>(
  { decider, commandId, decode }: Options<State, Command, Event>,
  recorded: RecordedEvent[],
): Handled<State, Event> | null => {
  const own = eventsOfCommand(recorded, commandId)
  const last = own.at(-1)
  if (!last) return null
  const until = recorded.filter(({ revision }) => revision <= last.revision)
  const state = until.map(decode).reduce(decider.evolve, decider.initialState)
  return { state, events: own.map(decode), position: last.position }
}
