import { restrictedText } from '@strand/contracts/notice'
import type { Permission } from '@strand/contracts/permission'
import type { ReactNode } from 'react'
import { useMay } from '../shared/permissions.ts'

/** A screen for those who may see it; the others are told so. */
export const Restricted = ({ to, children }: { to: Permission; children: ReactNode }) => {
  const may = useMay(to)
  if (may) return children
  return (
    <div className="restricted">
      <h1>Restricted</h1>
      <p>{restrictedText}</p>
    </div>
  )
}
