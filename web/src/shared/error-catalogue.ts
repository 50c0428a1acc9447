import { isApiError } from './api-error.ts'

export type Notice = { title: string; text: string }

/** What a person was doing; the specification's error catalogue has a text for each. */
export type Situation =
  | 'login'
  | 'request-reset'
  | 'reset'
  | 'create-order'
  | 'tracking'
  | 'review'
  | 'activation'
  /** Changing one's password. */
  | 'account'
  /** Approve, archive, restore, sales and product actions. */
  | 'action'
  /** Every other action of staff. */
  | 'admin'

export const invalidForm = "Something's not right with your request, try again"

const timedOut: Notice = {
  title: 'An error occured',
  text: 'Request failed due to network error, try again',
}

/** Titles over the server's own message. */
const answered: Record<Situation, string> = {
  login: 'Invalid Login Details',
  'request-reset': 'Mail Not Sent',
  reset: 'Failed',
  'create-order': 'An error occured',
  tracking: 'An error occured',
  review: 'An error occured',
  activation: 'Failed',
  account: 'An error occured',
  action: 'An error occured',
  admin: 'An error occured',
}

const other: Notice = {
  title: 'An error occurred while processing this request',
  text: 'An error occured',
}

/** What is said when there was no answer at all. */
const unanswered: Partial<Record<Situation, Notice>> = {
  login: { title: 'Failed', text: 'An error occured while processing this request' },
  'create-order': { title: 'Invalid order request', text: '' },
  action: { title: 'Failed', text: 'An error occurred' },
  admin: { title: 'Invalid order request', text: 'Your request seems to be invalid' },
}

/** The specification's title and text for a failure (section 8). */
export const failureNotice = (error: unknown, situation: Situation): Notice => {
  if (!isApiError(error)) return unanswered[situation] ?? other
  if (error.timeout) return timedOut
  if (error.answered) return { title: answered[situation], text: error.message }
  return unanswered[situation] ?? other
}
