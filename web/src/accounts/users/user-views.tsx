import type { ListState } from '../../shared/list/list-state.ts'
import { useViews } from '../../shared/list/views/use-views.ts'
import { ViewTabs } from '../../shared/list/views/view-tabs.tsx'

/** The views of both lists of users. Those hold no roles, which only superadministrators see. */
export const UserViews = ({ tab, state }: { tab: 'active' | 'archived'; state: ListState }) => {
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
