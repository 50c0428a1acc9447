import { bankStatementEvents, bankStatementStream } from '@strand/contracts/money/events'
import { handleCommand, readState } from '@strand/event-sourcing/commands/command-handler'
import type { EventStore, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'
import {
  type StatementCommand,
  type StatementState,
  statementDecider,
} from './statement.decider.ts'

const decode = (recorded: RecordedEvent) => bankStatementEvents.decode(recorded).event

/** Null for a statement whose import was not completed. */
export const readStatementState = (
  eventStore: EventStore,
  statementId: string,
): Promise<StatementState | null> =>
  readState(eventStore, bankStatementStream(statementId), { decider: statementDecider, decode })

export const handleStatementCommand = (
  eventStore: EventStore,
  statementId: string,
  command: StatementCommand,
  origin: Origin,
) =>
  handleCommand({
    eventStore,
    decider: statementDecider,
    stream: bankStatementStream(statementId),
    commandId: origin.commandId,
    decode,
    encode: withMetadata(bankStatementEvents, origin),
    commandFor: () => command,
  })
