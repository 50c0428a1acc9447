import { type UserEvent, UserPersonal, userEvents } from '@strand/contracts/accounts/events'
import type { Role } from '@strand/contracts/accounts/permission'
import type { UserStatus } from '@strand/contracts/accounts/user'
import { erased } from '@strand/contracts/erased'
import { readModels } from '@strand/contracts/read-models'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'

type Row = {
  user_id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  country_code: string
  role: Role
  /** No list shows erased users, but the user log still refers to their rows. */
  status: UserStatus | typeof erased
  /** The status before the account was archived; restoring the account brings it back. */
  status_before: Row['status']
  created_at: string | Date
}

const erasedPerson: UserPersonal = {
  firstname: erased,
  lastname: '',
  email: erased,
  phone: erased,
  countryCode: '',
}

/** `read.staff`: the staff accounts, in plain text. */
export const staffProjection = (personalData: PersonalData): Projection => ({
  name: 'staff',
  version: 1,
  views: readModels.staff,
  eventTypes: [
    'UserCreated',
    'UserActivated',
    'UserUpdated',
    'UserRoleChanged',
    'UserArchived',
    'UserRestored',
    'UserPersonalDataErased',
  ],
  tables: `
    create table staff (
      user_id uuid primary key,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text not null,
      country_code text not null,
      role text not null,
      status text not null,
      status_before text not null,
      created_at timestamptz not null
    );
    create index on staff (status, created_at, user_id);`,

  apply: async (recorded, connection) => {
    const events = decodeEvents(userEvents, recorded)
    const ids = [...new Set(events.map(({ event }) => event.data.userId))]
    const existing = await connection.query<Row>(
      'select * from staff where user_id = any($1::uuid[])',
      [ids],
    )
    const rows = new Map(existing.rows.map((row) => [row.user_id, row]))
    const sealed = events.filter(hasPersonal)
    const opened = await personalData.open(sealed.map(({ event }) => event.data.personal))
    const details = new Map(
      sealed.map((decoded, index) => {
        const plain = opened[index]
        return [decoded.recorded.id, plain ? UserPersonal.parse(plain) : erasedPerson]
      }),
    )
    for (const decoded of events)
      rows.set(
        decoded.event.data.userId,
        fold(decoded, details.get(decoded.recorded.id), rows.get(decoded.event.data.userId)),
      )
    await connection.query(
      `insert into staff
       select * from json_populate_recordset(null::staff, $1)
       on conflict (user_id) do update set
         first_name = excluded.first_name, last_name = excluded.last_name,
         email = excluded.email, phone = excluded.phone, country_code = excluded.country_code,
         role = excluded.role, status = excluded.status, status_before = excluded.status_before`,
      [JSON.stringify([...rows.values()])],
    )
  },
})

type Personal = Extract<UserEvent, { type: 'UserCreated' | 'UserUpdated' }>
const hasPersonal = (decoded: DecodedEvent<UserEvent>): decoded is DecodedEvent<Personal> =>
  decoded.event.type === 'UserCreated' || decoded.event.type === 'UserUpdated'

const columnsOf = (details: UserPersonal) => ({
  first_name: details.firstname,
  last_name: details.lastname,
  email: details.email,
  phone: details.phone,
  country_code: details.countryCode,
})

const fold = (
  { event, at }: DecodedEvent<UserEvent>,
  details: UserPersonal = erasedPerson,
  row: Row | undefined,
): Row => {
  const { userId } = event.data
  if (event.type === 'UserCreated') {
    const status = { status: 'pending', status_before: 'pending' } as const
    const { role } = event.data
    return { user_id: userId, ...columnsOf(details), role, ...status, created_at: at }
  }
  if (!row) throw new Error(`${event.type} of user ${userId}, who was never created`)
  switch (event.type) {
    case 'UserActivated':
      return { ...row, status: 'active', status_before: 'active' }
    case 'UserUpdated':
      return { ...row, ...columnsOf(details) }
    case 'UserRoleChanged':
      return { ...row, role: event.data.to }
    case 'UserArchived':
      return { ...row, status: 'inactive', status_before: row.status }
    case 'UserRestored':
      return { ...row, status: row.status_before }
    case 'UserPersonalDataErased':
      return { ...row, ...columnsOf(erasedPerson), status: erased, status_before: erased }
    default:
      return row
  }
}
