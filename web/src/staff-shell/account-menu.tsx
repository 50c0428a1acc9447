import { MenuButton } from '../shared/buttons/menu-button.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { signOut, useAdmin } from '../shared/session/session.ts'
import { initialsOf, shownName } from './menu.ts'

export const AccountMenu = () => {
  const { firstname, lastname } = useAdmin()
  return (
    <MenuButton
      className="account-menu"
      entries={[
        { text: 'My Profile', to: paths.profile },
        { text: 'Change Password', to: paths.changePassword },
        { text: 'Log out', onSelect: () => void signOut() },
      ]}
    >
      <span className="avatar" aria-hidden="true">
        {initialsOf(firstname, lastname)}
      </span>
      <span className="account-menu-name">{shownName(firstname, lastname)}</span>
    </MenuButton>
  )
}
