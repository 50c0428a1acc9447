import { isConflict } from './api-error.ts'
import { failureNotice, type Notice, type Situation } from './error-catalogue.ts'

const isOfStaff = (situation: Situation) => situation === 'action' || situation === 'admin'

/**
 * What a user is told of a command that failed. A conflict of what staff do is no error: it is not possible
 * now, mostly because a colleague was faster, and the server says who and what.
 */
export const commandNotice = (error: unknown, situation: Situation): Notice => {
  const notice = failureNotice(error, situation)
  const isRefusedNow = isConflict(error) && isOfStaff(situation)
  return isRefusedNow ? { ...notice, title: 'Nothing was changed' } : notice
}
