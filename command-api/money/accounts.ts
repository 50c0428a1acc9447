import { firstEvent } from '@strand/contracts/event-codec'
import type { AddBankAccount, BankAccount } from '@strand/contracts/money/bank-account'
import { bankAccountEvents, bankAccountStream } from '@strand/contracts/money/events'
import { eventsOfCommand, uuidFrom } from '@strand/event-sourcing/commands/event-id'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import type { EventStore, Position } from '@strand/event-sourcing/event-store/event-store'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'

/**
 * The bank account in the settings. It needs no currency, because all the shop's accounts are in
 * naira.
 */
export type ShopAccount = Omit<AddBankAccount, 'currency'>

/**
 * Derives an account's id from its number, so that the log itself refuses a second account with
 * that number.
 */
export const bankAccountIdOf = (accountNumber: string): string =>
  uuidFrom(accountNumber, 'bank account')

/**
 * Adds a bank account. Throws `Rejected('conflict')` if there already is one with this number. A
 * repeated command returns its first answer.
 */
export const addBankAccount = async (
  eventStore: EventStore,
  added: AddBankAccount,
  origin: Origin,
): Promise<{ account: BankAccount; position: Position }> => {
  const account = { bankAccountId: bankAccountIdOf(added.accountNumber), ...added }
  const stream = bankAccountStream(account.bankAccountId)
  const event = withMetadata(bankAccountEvents, origin)({ type: 'BankAccountAdded', data: account })
  const appended = await eventStore.append(stream, [event], 'no-stream')
  if (appended.ok) return { account, position: appended.position }
  const [own] = eventsOfCommand(await eventStore.readStream(stream), origin.commandId)
  if (own) return { account, position: own.position }
  throw conflict(`Account ${added.accountNumber} already exists`)
}

const accountIn = async (
  eventStore: EventStore,
  bankAccountId: string,
): Promise<BankAccount | null> => {
  const recorded = await eventStore.readStream(bankAccountStream(bankAccountId))
  return firstEvent(bankAccountEvents, 'BankAccountAdded', recorded)?.event.data ?? null
}

/** Adds the bank account in the settings if the shop does not have it yet. Safe to repeat. */
export const ensureShopAccount = async (options: {
  eventStore: EventStore
  shopAccount: ShopAccount
  now: () => Date
}): Promise<void> => {
  const { bankName, accountName, accountNumber } = options.shopAccount
  if (await accountIn(options.eventStore, bankAccountIdOf(accountNumber))) return
  const commandId = `shop account ${accountNumber}`
  const origin = {
    commandId,
    correlationId: commandId,
    at: options.now(),
    actor: { kind: 'system', id: 'command-api' },
  } as const
  const account = { bankName, accountName, accountNumber, currency: 'NGN' as const }
  await addBankAccount(options.eventStore, account, origin).catch((error: unknown) => {
    // Another process has just added the account.
    if (!(error instanceof Rejected && error.code === 'conflict')) throw error
  })
}

/** Throws `Rejected('not-found')` for an unknown id. */
export const bankAccountOf = async (
  eventStore: EventStore,
  bankAccountId: string,
): Promise<BankAccount> => {
  const account = await accountIn(eventStore, bankAccountId.toLowerCase())
  if (account) return account
  throw new Rejected('not-found', 'There is no bank account with this id')
}
