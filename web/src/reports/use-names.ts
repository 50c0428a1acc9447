import { useColleagues } from '../shared/server-state/colleagues.ts'
import { useAdmin } from '../shared/session/session.ts'

/**
 * People by their ids, as far as the caller may know them; else the id, which is what the report
 * itself has.
 */
export const useNames = (): ((userid: string) => string) => {
  const colleagues = useColleagues().data ?? []
  const admin = useAdmin()
  return (userid) => {
    if (userid === 'system') return 'The shop itself'
    if (userid === admin.userid) return `${admin.firstname} ${admin.lastname}`
    return colleagues.find((one) => one.userid === userid)?.name ?? userid
  }
}
