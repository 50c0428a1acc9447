import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import type { User } from '@strand/contracts/accounts/user'
import { call } from '../../shared/api/client.ts'
import { EraseDialog } from '../../shared/dialogs/erase-dialog.tsx'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { usersKey } from './user-fields.tsx'

/**
 * Erases the account and personal data of a staff member who has left. The log still shows what
 * they did.
 */
export const EraseUserDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { attempt } = useCommand({
    send: (userid: string) => call(userEndpoints.eraseUser, { params: { userid } }),
    success: 'Deleted',
    situation: 'admin',
    invalidates: { queryKey: usersKey },
  })
  return (
    <EraseDialog
      label="Type the email address to continue"
      name="email"
      expected={user.email}
      erase={() => attempt(user.userid)}
      onClose={onClose}
    >
      The name, the email address, the phone number and the account of{' '}
      <strong>
        {user.firstname} {user.lastname}
      </strong>{' '}
      ({user.email}) are permanently destroyed. Their actions stay in the user logs, without their
      name.
    </EraseDialog>
  )
}
