import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import './account.css'

export const AccountLayout = ({
  title,
  intro,
  children,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
}) => {
  usePageTitle(title)
  return (
    <main className="account">
      <Link to={paths.confirmPayment} className="account-brand">
        <img src="/icon.svg" width="40" height="40" alt="" />
        Strand
      </Link>
      <div className="account-card">
        <h1>{title}</h1>
        {intro && <p className="account-intro">{intro}</p>}
        {children}
      </div>
    </main>
  )
}
