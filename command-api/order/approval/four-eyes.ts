import { userEvents } from '@strand/contracts/accounts/events'
import { userStream } from '@strand/contracts/accounts/user'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Origin } from '@strand/platform/http/command-origin'
import type { FourEyes } from '../decider.ts'
import type { Order } from '../state.ts'

/** For how many days a new account and its creator count as one person. */
const newForDays = 30

type Options = {
  eventStore: EventStore
  /** The amount in naira above which an approval needs two people; undefined: never. */
  fourEyesAbove?: number | undefined
  now: () => Date
}

/** Collects what the decider must know about the people who approve an order. */
export const fourEyesOf = async (
  { eventStore, fourEyesAbove: above, now }: Options,
  { total, proposedBy }: Pick<Order, 'total' | 'proposedBy'>,
  { actor: { id: by } }: Origin,
): Promise<FourEyes | undefined> => {
  if (above === undefined) return undefined
  const isSecond = total > above && proposedBy !== null && proposedBy !== by
  const isSameHand = isSecond && (await oneCreatedTheOther(eventStore, proposedBy, by, now()))
  return { above, by, isSameHand }
}

/**
 * Whether one of two people created the other's account in the last 30 days, directly or through
 * other new accounts. Without this check, a superadministrator could create an account and use it
 * as the second person.
 */
const oneCreatedTheOther = async (
  eventStore: EventStore,
  one: string,
  other: string,
  now: Date,
): Promise<boolean> =>
  (await creatorsOf(eventStore, one, now)).has(other) ||
  (await creatorsOf(eventStore, other, now)).has(one)

/**
 * The people behind a new account: its creator, the creator's creator if the creator's account is
 * new, and so on.
 */
const creatorsOf = async (eventStore: EventStore, userId: string, now: Date) => {
  const creators = new Set<string>()
  let account = userId
  for (;;) {
    const creator = await creatorOf(eventStore, account, now)
    if (creator === null || creators.has(creator)) return creators
    creators.add(creator)
    account = creator
  }
}

/**
 * The creator of a new account; null if the account is not new, or if the shop itself created it.
 */
const creatorOf = async (eventStore: EventStore, userId: string, now: Date) => {
  const stream = await eventStore.readStream(userStream(userId))
  const created = stream.find(({ type }) => type === 'UserCreated')
  if (!created) return null
  const { at, actor } = userEvents.decode(created).metadata
  const isNew = Date.parse(at) > now.getTime() - newForDays * 86_400_000
  return isNew && actor.kind === 'staff' ? actor.id : null
}
