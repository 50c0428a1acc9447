import { systemId } from '@strand/contracts/accounts/log'
import { lagosZone } from '@strand/contracts/lagos-time'
import { readModels } from '@strand/contracts/read-models'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'
import {
  type ActivityEvent,
  activityEvents,
  describeEvent,
  type Named,
  namedBy,
  referencedId,
  userPlaceholder,
} from './describe-event.ts'

/**
 * Events of a user's own account. They count as that user's acts, whichever actor the log names.
 */
const ownAccountEvents = new Set<string>([
  'UserEmailConfirmed',
  'UserActivated',
  'UserSignedIn',
  'UserSignInFailed',
  'UserSignedOut',
  'UserPasswordResetRequested',
  'UserPasswordReset',
  'UserPasswordChanged',
  'UserSignInSlowed',
  'UserDeviceConfirmed',
  'UserSecondFactorEnrolled',
  'UserSecondFactorRemoved',
  'UserSecondFactorReset',
  'UserSecondFactorFailed',
  'UserPasswordKnown',
  'UserPasswordEnded',
  'UserRecoveryCodesRenewed',
  'UserRecoveryCodeUsed',
  'UserSessionsEnded',
])

/** The only acts of the shop itself that the user log shows. */
const systemActs = new Set<string>(['OrderMoneyTakenBack'])

type Row = {
  position: string
  at: string
  user_id: string
  action: string
  words: string
  subject_id: string | null
}

/**
 * `read.activity`: every act of a staff member, and some acts of the shop itself, in words. The
 * words have `{user}` in place of a staff member's name; the query inserts the current name. In a
 * row without a `subject_id`, `{user}` is part of a name that someone typed.
 */
export const activityProjection: Projection = {
  name: 'activity',
  version: 9,
  views: readModels.activity,
  eventTypes: activityEvents.types,
  tables: `
    create table activity (
      position int8 primary key,
      at timestamptz not null,
      user_id text collate "C" not null,
      -- The event's type, to filter by.
      action text collate "C" not null,
      words text not null,
      -- The member of staff that was acted on.
      subject_id text collate "C"
    );
    create index on activity (at, position);
    create index on activity (user_id, at, position);
    create index on activity (action, at, position);

    -- Rows of each day in Africa/Lagos.
    create table activity_day (
      day date primary key,
      count int8 not null
    );

    -- Products, delivery locations and campaigns by id, as they are called now, with their prices
    -- in naira.
    create table activity_name (
      id text collate "C" primary key,
      name text not null,
      price int8
    );`,

  apply: async (recorded, connection) => {
    const events = decodeEvents(activityEvents, recorded.filter(mayBeShown))
    if (events.length === 0) return
    const names = await loadNames(events, connection)
    const changed = new Map<string, Named>()
    const rows: Row[] = []
    for (const decoded of events) {
      const known = names.get(referencedId(decoded.event) ?? '') ?? null
      const named = namedBy(decoded.event)
      if (named) {
        names.set(named.id, named)
        changed.set(named.id, named)
      }
      const row = rowOf(decoded, (named ?? known)?.name ?? '', known?.price ?? null)
      if (row) rows.push(row)
    }
    await connection.query(
      `with name as (
         insert into activity_name select * from json_populate_recordset(null::activity_name, $2)
         on conflict (id) do update set name = excluded.name, price = excluded.price
       ), added as (
         insert into activity select * from json_populate_recordset(null::activity, $1)
         returning (at at time zone '${lagosZone}')::date as day
       )
       insert into activity_day as current select day, count(*) from added group by day
       on conflict (day) do update set count = current.count + excluded.count`,
      [JSON.stringify(rows), JSON.stringify([...changed.values()])],
    )
  },
}

/** Leaves out most events before they are parsed, because most are acts of customers. */
const mayBeShown = ({ type, metadata }: { type: string; metadata: { actor?: unknown } }) =>
  !type.startsWith('Order') ||
  systemActs.has(type) ||
  (metadata.actor as { kind?: string } | undefined)?.kind === 'staff'

const loadNames = async (events: DecodedEvent<ActivityEvent>[], connection: Connection) => {
  const ids = [
    ...new Set(events.map(({ event }) => referencedId(event)).filter((id) => id !== null)),
  ]
  const { rows } = await connection.query<Named>(
    'select id, name, price from activity_name where id = any($1::text[])',
    [ids],
  )
  return new Map(rows.map((named) => [named.id, named]))
}

const rowOf = (
  { event, at, actor, recorded }: DecodedEvent<ActivityEvent>,
  name: string,
  oldPrice: number | null,
) => {
  const isOwnAccountEvent = ownAccountEvents.has(event.type)
  const isSystemAct = systemActs.has(event.type)
  if (!isOwnAccountEvent && !isSystemAct && actor.kind !== 'staff') return null
  if (isOwnAccountEvent && actor.kind === 'system' && event.type === 'UserActivated') return null
  const about = 'userId' in event.data ? event.data.userId : null
  const userId = isOwnAccountEvent && about ? about : isSystemAct ? systemId : actor.id
  const words = describeEvent(event, { name, oldPrice, isOwnAccount: about === userId })
  const row: Row = {
    position: String(recorded.position),
    at,
    user_id: userId,
    action: event.type,
    words,
    subject_id: words.includes(userPlaceholder) && about ? about : null,
  }
  return row
}
