import { CommandAnswer } from '@strand/contracts/answer'
import type { User } from '@strand/contracts/users/user'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api/client.ts'
import { EraseDialog } from '../shared/dialogs/erase-dialog.tsx'
import { usersKey } from './user-fields.tsx'

/** For staff who have left: erases their account and personal data; what they did stays. */
export const EraseUserDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const client = useQueryClient()
  const erase = async () => {
    const path = `/admin/users/${encodeURIComponent(user.userid)}/personal-data`
    const answer = await call(CommandAnswer, 'DELETE', path)
    await client.invalidateQueries({ queryKey: usersKey })
    return answer
  }
  return (
    <EraseDialog
      label="Type the email address to go on"
      name="email"
      expected={user.email}
      erase={erase}
      onClose={onClose}
    >
      The name, the email address, the phone number and the account of{' '}
      <strong>
        {user.firstname} {user.lastname}
      </strong>{' '}
      ({user.email}) are destroyed for ever. What they did stays in the user logs, without their
      name.
    </EraseDialog>
  )
}
