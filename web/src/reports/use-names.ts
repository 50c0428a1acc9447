import { useColleagues } from '../shared/server-state/colleagues.ts'
import { useAdmin } from '../shared/session/session.ts'

/** Returns a person's name by id, or the id itself, which the report has, if the user may not see the name. */
export const useNames = (): ((userid: string) => string) => {
  const colleagues = useColleagues().data ?? []
  const admin = useAdmin()
  return (userid) => {
    if (userid === 'system') return 'The shop itself'
    if (userid === admin.userid) return `${admin.firstname} ${admin.lastname}`
    return colleagues.find((one) => one.userid === userid)?.name ?? userid
  }
}
