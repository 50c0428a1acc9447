import { UserListQuery } from '@strand/contracts/accounts/endpoints'
import type { UserStatus } from '@strand/contracts/accounts/user'
import { parameter, raw, type Sql, sql } from '@strand/platform/postgres/sql'
import { type Cells, lagosText } from '../export-rows.ts'
import { hasText, likePattern, orderByClause } from '../page.ts'
import { staffName } from '../staff-name.ts'
import { parametersOf, type ViewRows } from '../view-rows.ts'

const statusesOf = {
  users: ['active', 'pending'],
  'archived-users': ['inactive'],
} as const satisfies Record<string, UserStatus[]>

const sortFields = {
  name: 'lower(name)',
  firstname: 'lower(firstname)',
  lastname: 'lower(lastname)',
  email: 'lower(email)',
  phone: 'phone',
  status: 'status',
  userstatus: 'status',
  createdat: 'createdat',
}
const roleSortFields = { role: 'role', rolename: 'role' }

/**
 * The users that match a list query, in the query's order. Only superadministrators may sort or
 * filter by role, because for others the result would reveal the roles.
 */
export const matchingUsers = (
  list: keyof typeof statusesOf,
  query: UserListQuery,
  withRole: boolean,
): { matching: Sql; order: string } => {
  const like = (part: string) => parameter(likePattern(part))
  return {
    matching: sql`
      select user_id as userid, first_name as firstname, last_name as lastname,
        first_name || ' ' || last_name as name, email, phone,
        country_code as "countryCode", role, status, created_at as createdat
      from read.staff
      where status = any(${parameter(statusesOf[list])}::text[])
        and ${hasText(staffName('staff'), query.name)}
        and ${hasText('first_name', query.firstname)} and ${hasText('last_name', query.lastname)}
        and ${hasText('email', query.email)} and phone ilike ${like(query.phone)}
        and status ilike ${
          // Matches only the start of the status, because 'inactive' contains 'active'.
          parameter(likePattern(query.status || query.userstatus).slice(1))
        }
        and role ilike ${like(withRole ? query.role || query.rolename : '')}`,
    order: orderByClause(
      query,
      withRole ? { ...sortFields, ...roleSortFields } : sortFields,
      { field: 'createdat', order: 'desc' },
      'userid',
    ),
  }
}

const cells: Cells = [
  ['firstname', 'First Name', 'matching.firstname'],
  ['lastname', 'Last Name', 'matching.lastname'],
  ['email', 'Email', 'matching.email'],
  ['phone', 'Phone', 'matching.phone'],
  ['countrycode', 'Country Code', 'matching."countryCode"'],
  ['status', 'Status', 'matching.status'],
  ['createdat', 'Date Created (Lagos)', lagosText('matching.createdat')],
]

/** All users of a view, in the view's order, without roles, as in every view. */
export const userViewRows =
  (list: keyof typeof statusesOf): ViewRows =>
  (view) => {
    const query = UserListQuery.parse(parametersOf(view))
    const { matching, order } = matchingUsers(list, query, false)
    return { cells, rows: sql`from (${matching}) matching order by ${raw(order)}` }
  }
