import { useMemo } from 'react'
import { ButtonLink } from '../shared/button.tsx'
import { ArchivableList } from '../shared/list/archivable-list.tsx'
import { paths } from '../shared/paths.ts'
import { useMay } from '../shared/permissions.ts'
import { userKind } from './user-kind.tsx'
import './users.css'

/** `/dashboard/users`. */
export const UsersPage = () => {
  const isSuper = useMay('users.manage')
  const kind = useMemo(() => userKind(isSuper), [isSuper])
  return (
    <ArchivableList
      kind={kind}
      actions={
        isSuper && (
          <ButtonLink look="primary" to={paths.addUsers}>
            Add User
          </ButtonLink>
        )
      }
    />
  )
}
