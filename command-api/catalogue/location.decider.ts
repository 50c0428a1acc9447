import type { LocationEvent } from '@strand/contracts/catalogue/location.events'
import type { Decider } from '@strand/platform/commands/decider'
import { Rejected } from '@strand/platform/errors'

type Content = { locationId: string; name: string; price: number; address: string }

export type LocationCommand =
  | { type: 'CreateLocation'; data: Content }
  | { type: 'UpdateLocation'; data: Content }
  | { type: 'ArchiveLocation' }
  | { type: 'RestoreLocation' }

export type LocationState = (Content & { archived: boolean }) | null

const conflict = (message: string) => new Rejected('conflict', message)

export const locationDecider: Decider<LocationState, LocationCommand, LocationEvent> = {
  initialState: null,

  evolve: (location, event) => {
    if (event.type === 'LocationCreated') return { ...event.data, archived: false }
    if (!location) throw new Error(`${event.type} before LocationCreated`)
    switch (event.type) {
      case 'LocationUpdated':
        return { ...location, ...event.data }
      case 'LocationArchived':
        return { ...location, archived: true }
      case 'LocationRestored':
        return { ...location, archived: false }
    }
  },

  decide: (command, location) => {
    if (command.type === 'CreateLocation') {
      if (location) throw conflict('There is a delivery location with this id already')
      return [{ type: 'LocationCreated', data: command.data }]
    }
    if (!location) throw new Rejected('not-found', 'There is no delivery location with this id')
    const { locationId } = location
    switch (command.type) {
      case 'UpdateLocation': {
        if (location.archived)
          throw conflict('An archived delivery location is restored before it is changed')
        const { name, price, address } = command.data
        if (name === location.name && price === location.price && address === location.address)
          return []
        return [{ type: 'LocationUpdated', data: command.data }]
      }
      case 'ArchiveLocation':
        if (location.archived) throw conflict('This delivery location is archived already')
        return [{ type: 'LocationArchived', data: { locationId } }]
      case 'RestoreLocation':
        if (!location.archived) throw conflict('This delivery location is not archived')
        return [{ type: 'LocationRestored', data: { locationId } }]
    }
  },
}
