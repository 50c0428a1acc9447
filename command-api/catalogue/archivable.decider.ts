import type { Decider } from '@strand/event-sourcing/commands/decider'
import { conflict, Rejected } from '@strand/event-sourcing/errors'

/**
 * The fields of `<noun>Created` and `<noun>Updated`; `<noun>Archived` and `<noun>Restored` have
 * only the id.
 */
type ContentOf<Event extends { type: string }> = Extract<
  Event,
  { type: `${string}Created`; data: object }
>['data']

export type ArchivableState<Content> = Content & { archived: boolean }

export type ArchivableCommand<Content> =
  | { type: 'Create' | 'Update'; data: Content }
  | { type: 'Archive' | 'Restore'; data?: undefined }

export const archivableDecider = <
  Event extends { type: string; data: object },
  Content extends object = ContentOf<Event>,
>(
  { singular, noun, id }: { singular: string; noun: string; id: string & keyof Content },
  assertValid: (content: Content) => void = () => {},
): Decider<ArchivableState<Content> | null, ArchivableCommand<Content>, Event> => {
  const eventOf = (step: 'Created' | 'Updated' | 'Archived' | 'Restored', data: object) => [
    { type: `${noun}${step}`, data } as Event,
  ]

  return {
    initialState: null,

    evolve: (state, event) => {
      if (event.type === `${noun}Created`) return { ...(event.data as Content), archived: false }
      if (!state) throw new Error(`${event.type} before ${noun}Created`)
      if (event.type === `${noun}Archived`) return { ...state, archived: true }
      if (event.type === `${noun}Restored`) return { ...state, archived: false }
      return { ...state, ...event.data }
    },

    decide: (command, state) => {
      if (command.type === 'Create') {
        if (state) throw conflict(`A ${singular} with this id already exists`)
        assertValid(command.data)
        return eventOf('Created', command.data)
      }
      const current = existing(singular, state)
      switch (command.type) {
        case 'Update': {
          const { data } = command
          assertActive(singular, current)
          assertValid(data)
          const names = Object.keys(data) as (keyof Content)[]
          // A field that an older event lacks counts as empty.
          if (names.every((name) => (data[name] ?? '') === (current[name] ?? ''))) return []
          return eventOf('Updated', data)
        }
        case 'Archive':
          if (current.archived) throw conflict(`This ${singular} is already archived`)
          return eventOf('Archived', { [id]: current[id] })
        case 'Restore':
          if (!current.archived) throw conflict(`This ${singular} is not archived`)
          return eventOf('Restored', { [id]: current[id] })
      }
    },
  }
}

export const existing = <State>(singular: string, state: State | null): State => {
  if (state) return state
  throw new Rejected('not-found', `There is no ${singular} with this id`)
}

export const assertActive = (singular: string, { archived }: { archived: boolean }) => {
  if (archived) throw conflict(`Restore this archived ${singular} before changing it`)
}
