import { userArchiving, userEndpoints } from '@strand/contracts/accounts/endpoints'
import { shownPhone, type User } from '@strand/contracts/accounts/user'
import { call } from '../../shared/api/client.ts'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import type { ArchivableResource } from '../../shared/list/archivable-resource.ts'
import { ColumnFilter } from '../../shared/list/search/column-filter.tsx'
import { Highlight } from '../../shared/list/search/highlight.tsx'
import { InlineForm } from '../../shared/list/table/inline-form.tsx'
import type { Column } from '../../shared/list/table/list-table.tsx'
import type { ListControls } from '../../shared/list/use-list-state.ts'
import { EditUserForm, UserFields, type UserValues, usersKey } from './user-fields.tsx'

const statusLook: Record<string, string> = { active: 'active', inactive: 'inactive' }

const columnsOf = (controls: ListControls, withRole: boolean): Column<User>[] => {
  const filter = (name: string, header: string) => ({
    header,
    filter: <ColumnFilter name={name} header={header} controls={controls} />,
  })
  const asked = (name: string) => controls.state.filters[name] ?? ''
  const columns: Column<User>[] = [
    {
      ...filter('name', 'NAME'),
      headline: true,
      sortField: 'name',
      cell: ({ firstname, lastname }) => (
        <Highlight text={`${firstname} ${lastname}`} search={asked('name')} />
      ),
    },
    {
      ...filter('email', 'EMAIL'),
      sortField: 'email',
      wide: true,
      cell: ({ email }) => <Highlight text={email} search={asked('email')} />,
    },
    {
      ...filter('status', 'STATUS'),
      cell: ({ status }) => (
        <span className={`user-status user-status-${statusLook[status] ?? 'other'}`}>
          <Highlight text={status.toUpperCase()} search={asked('status')} />
        </span>
      ),
    },
  ]
  if (withRole)
    columns.push({
      ...filter('role', 'ROLE'),
      cell: ({ rolename = '' }) => <Highlight text={rolename} search={asked('role')} />,
    })
  return columns
}

/**
 * Only superadministrators can see roles, and sort and filter by them. Users cannot archive
 * themselves.
 */
export const userResource = (withRole: boolean, ownId: string): ArchivableResource<User> => ({
  title: 'Users',
  singular: 'user',
  plural: 'users',
  kind: 'user',
  queryKey: usersKey,
  lists: { active: userEndpoints.listUsers, archived: userEndpoints.listArchivedUsers },
  archiving: userArchiving,
  filters: withRole ? superFilters : filters,
  idOf: ({ userid }) => userid,
  nameOf: ({ firstname, lastname }) => `${firstname} ${lastname}`,
  columns: (controls) => columnsOf(controls, withRole),
  archivable: ({ userid }) => userid !== ownId,
  archiveWarning: 'They are signed out everywhere at once, and cannot sign in until restored.',
  mayEdit: 'users.manage',
  empty: (tab) => (
    <>
      <h2>No user was returned</h2>
      {tab === 'archived' && <p>Archived colleagues are listed here until they are restored.</p>}
    </>
  ),
  editor: (user, onClose) => <UserEditor user={user} onClose={onClose} />,
})

const filters = ['name', 'email', 'status']
const superFilters = [...filters, 'role']

const UserEditor = ({
  user: { userid, firstname, lastname, email, phone, countryCode, roleid },
  onClose,
}: {
  user: User
  onClose: () => void
}) => {
  const initial: UserValues = {
    firstname,
    lastname,
    email,
    phone: shownPhone(phone),
    countryCode,
    roleid: roleid ?? '',
  }
  const form = useCommandForm({
    schema: EditUserForm,
    initial,
    send: (valid) => call(userEndpoints.updateUser, { body: { userid, ...valid } }),
    success: 'Updated',
    situation: 'admin',
    invalidates: { queryKey: usersKey },
    onSuccess: onClose,
  })
  return (
    <InlineForm label={`Edit ${firstname} ${lastname}`} form={form} onCancel={onClose}>
      <UserFields {...form} emailEditable={false} />
    </InlineForm>
  )
}
