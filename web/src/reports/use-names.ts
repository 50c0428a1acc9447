import { useColleagues } from '../shared/server-state/colleagues.ts'
import { useAdmin } from '../shared/session/session.ts'

/**
 * Returns a function that finds a person's name by their id. It returns the id itself if the user
 * may not see the name.
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
