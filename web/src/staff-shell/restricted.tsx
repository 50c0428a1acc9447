import type { Permission } from '@strand/contracts/accounts/permission'
import { restrictedText } from '@strand/contracts/error-texts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../shared/navigation/paths.ts'
import { usePermission } from '../shared/session/use-permission.ts'

/** Shows a screen to users who have the permission, and a notice to all others. */
export const Restricted = ({ to, children }: { to: Permission; children: ReactNode }) => {
  const may = usePermission(to)
  if (may) return children
  return (
    <div className="restricted">
      <h1>Restricted</h1>
      <p>{restrictedText}</p>
      <p>
        <Link to={paths.dashboard}>Back to the dashboard</Link>
      </p>
    </div>
  )
}
