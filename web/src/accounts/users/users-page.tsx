import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import type { User } from '@strand/contracts/accounts/user'
import { useMemo, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { ButtonLink } from '../../shared/buttons/button.tsx'
import { ArchivableList } from '../../shared/list/archivable-list.tsx'
import type { ListState } from '../../shared/list/list-state.ts'
import { useViews } from '../../shared/list/views/use-views.ts'
import { ViewTabs } from '../../shared/list/views/view-tabs.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { useAdmin } from '../../shared/session/session.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import { EraseUserDialog } from './erase-user-dialog.tsx'
import { userResource } from './user-resource.tsx'
import './users.css'

export const UsersPage = () => {
  const isSuper = usePermission('users.manage')
  const { userid } = useAdmin()
  const resource = useMemo(() => userResource(isSuper, userid), [isSuper, userid])
  const [erasing, setErasing] = useState<User | null>(null)
  const { attempt: invite } = useCommand({
    send: ({ userid }: User) => call(userEndpoints.inviteUser, { params: { userid } }),
    success: 'Sent',
    situation: 'admin',
  })
  return (
    <>
      <ArchivableList
        resource={resource}
        views={(tab, state) => <UserViews tab={tab} state={state} />}
        moreEntries={(user, tab) => {
          if (!isSuper) return []
          if (tab === 'archived')
            return [{ text: 'Erase personal data', danger: true, onSelect: () => setErasing(user) }]
          return user.status === 'pending'
            ? [{ text: 'Send the invitation again', onSelect: () => void invite(user) }]
            : []
        }}
        actions={
          isSuper && (
            <ButtonLink variant="primary" to={paths.addUsers}>
              Add User
            </ButtonLink>
          )
        }
      />
      {erasing && <EraseUserDialog user={erasing} onClose={() => setErasing(null)} />}
    </>
  )
}

/**
 * The saved views of both user lists. Views leave out the role filter, because only
 * superadministrators can see roles.
 */
const UserViews = ({ tab, state }: { tab: 'active' | 'archived'; state: ListState }) => {
  const { role = '', ...filters } = state.filters
  return (
    <ViewTabs
      shown={{
        list: tab === 'active' ? 'users' : 'archived-users',
        noun: `${tab} users`,
        state: { ...state, filters },
        tabOf: (list) => (list === 'users' ? null : 'archived'),
        notKept: role !== '' && 'Views don’t keep a role filter, because not everyone sees roles.',
      }}
      views={useViews(['users', 'archived-users'])}
    />
  )
}
