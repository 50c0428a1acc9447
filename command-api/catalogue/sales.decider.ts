import { endsTooEarly } from '@strand/contracts/catalogue/sales'
import type { SalesEvent } from '@strand/contracts/catalogue/sales.events'
import type { Decider } from '@strand/platform/commands/decider'
import { Rejected } from '@strand/platform/errors'

type Content = { salesId: string; name: string; startsAt: string; endsAt: string }

export type SalesCommand =
  | { type: 'CreateSales'; data: Content }
  | { type: 'UpdateSales'; data: Content }
  | { type: 'UpdateSalesMessage'; message: string }
  | { type: 'ArchiveSales' }
  | { type: 'RestoreSales' }

export type SalesState = (Content & { message: string; archived: boolean }) | null

const conflict = (message: string) => new Rejected('conflict', message)

export const salesDecider: Decider<SalesState, SalesCommand, SalesEvent> = {
  initialState: null,

  evolve: (sales, event) => {
    if (event.type === 'SalesCreated') return { ...event.data, message: '', archived: false }
    if (!sales) throw new Error(`${event.type} before SalesCreated`)
    switch (event.type) {
      case 'SalesUpdated':
      case 'SalesMessageUpdated':
        return { ...sales, ...event.data }
      case 'SalesArchived':
        return { ...sales, archived: true }
      case 'SalesRestored':
        return { ...sales, archived: false }
    }
  },

  decide: (command, sales) => {
    if (command.type === 'CreateSales') {
      if (sales) throw conflict('There is a sales campaign with this id already')
      return [{ type: 'SalesCreated', data: inOrder(command.data) }]
    }
    if (!sales) throw new Rejected('not-found', 'There is no sales campaign with this id')
    const { salesId } = sales
    switch (command.type) {
      case 'UpdateSales': {
        assertActive(sales)
        const { name, startsAt, endsAt } = inOrder(command.data)
        if (name === sales.name && startsAt === sales.startsAt && endsAt === sales.endsAt) return []
        return [{ type: 'SalesUpdated', data: command.data }]
      }
      case 'UpdateSalesMessage': {
        assertActive(sales)
        const { message } = command
        if (message === sales.message) return []
        return [{ type: 'SalesMessageUpdated', data: { salesId, message } }]
      }
      case 'ArchiveSales':
        if (sales.archived) throw conflict('This sales campaign is archived already')
        return [{ type: 'SalesArchived', data: { salesId } }]
      case 'RestoreSales':
        if (!sales.archived) throw conflict('This sales campaign is not archived')
        return [{ type: 'SalesRestored', data: { salesId } }]
    }
  },
}

const assertActive = ({ archived }: NonNullable<SalesState>) => {
  if (archived) throw conflict('An archived sales campaign is restored before it is changed')
}

const inOrder = (content: Content): Content => {
  if (Date.parse(content.startsAt) < Date.parse(content.endsAt)) return content
  throw new Rejected('invalid', endsTooEarly)
}
