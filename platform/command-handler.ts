import type { Decider } from './decider.ts'
import { Rejected } from './errors.ts'
import type { EventStore, EventToAppend, Position, RecordedEvent } from './event-store.ts'

const maximumTries = 8

type Translation<Event> = {
  /** A stored event, brought up to the newest schema version, as the decider knows it. */
  read: (recorded: RecordedEvent) => Event
  /** A decided event as it is stored. `index` numbers the events of one command, from 0. */
  write: (event: Event, index: number) => EventToAppend
}

/** What a command did. `position` is null when it changed nothing. */
export type Handled<State, Event> = { state: State; events: Event[]; position: Position | null }

/**
 * Read, evolve, decide, append; on a version conflict all four again, so that of two commands at
 * once the second decides on what the first left. A command that still conflicts after 8 tries is
 * refused with 409. The decider's own refusals pass through.
 */
export const handleCommand = async <State, Command, Event>(
  eventStore: EventStore,
  decider: Decider<State, Command, Event>,
  translation: Translation<Event>,
  stream: string,
  command: Command,
): Promise<Handled<State, Event>> => {
  for (let tries = 0; tries < maximumTries; tries++) {
    const recorded = await eventStore.readStream(stream)
    const before = recorded.map(translation.read).reduce(decider.evolve, decider.initialState)
    const events = decider.decide(command, before)
    const state = events.reduce(decider.evolve, before)
    if (events.length === 0) return { state, events, position: recorded.at(-1)?.position ?? null }
    const result = await eventStore.append(
      stream,
      events.map(translation.write),
      recorded.at(-1)?.revision ?? 'no-stream',
    )
    if (result.ok) return { state, events, position: result.position }
  }
  throw new Rejected('conflict', 'Somebody else changed this at the same time, please try again')
}
