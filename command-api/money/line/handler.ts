import { bankLineEvents, bankLineStream } from '@strand/contracts/money/bank-line.events'
import { handleCommand, readState } from '@strand/event-sourcing/commands/command-handler'
import type { EventStore, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'
import { type BankLineCommand, bankLineDecider, unknownLine } from './decider.ts'
import type { BankLineState } from './state.ts'

const decode = (recorded: RecordedEvent) => bankLineEvents.decode(recorded).event

/**
 * Returns the id in lower case. For anything but a UUID, throws the same 404 as for an unknown
 * line.
 */
export const parseLineId = (written: string): string => {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(written)) return written.toLowerCase()
  throw unknownLine()
}

const existing = (line: BankLineState | null): BankLineState => {
  if (line) return line
  throw unknownLine()
}

/**
 * Handles a command on the line's stream.
 *
 * @param command may be a function of the line's state, for example to seal a text under the line's
 *   key; an unknown id then throws `Rejected('not-found')`
 */
export const handleBankLineCommand = (
  eventStore: EventStore,
  lineId: string,
  command: BankLineCommand | ((line: BankLineState) => Promise<BankLineCommand> | BankLineCommand),
  origin: Origin,
) =>
  handleCommand({
    eventStore,
    decider: bankLineDecider,
    stream: bankLineStream(lineId),
    commandId: origin.commandId,
    decode,
    encode: withMetadata(bankLineEvents, origin),
    commandFor: async (line) => (typeof command === 'function' ? command(existing(line)) : command),
  })

/** The state of a line. Throws `Rejected('not-found')` for an unknown id. */
export const readBankLine = async (
  eventStore: EventStore,
  lineId: string,
): Promise<BankLineState> =>
  existing(
    await readState(eventStore, bankLineStream(lineId), { decider: bankLineDecider, decode }),
  )
