import { defaultErrorMessage, isApiError, timeoutMessage } from './api-error.ts'

export type Notice = { title: string; text: string }

/**
 * What the user was trying to do. The specification's error catalogue has a text for each
 * situation.
 */
export type Situation =
  | 'login'
  | 'request-reset'
  | 'reset'
  | 'create-order'
  | 'tracking'
  | 'review'
  | 'activation'
  /** The user changes their own password. */
  | 'account'
  /** Approving, archiving and restoring orders, and actions on campaigns and products. */
  | 'action'
  | 'admin'

/** Spelled as in the specification. */
export const errorOccured = 'An error occured'
const invalidOrder = 'Invalid order request'

const timedOut: Notice = { title: errorOccured, text: timeoutMessage }

/** The titles above the server's message, for the situations that have their own title. */
const answered: Partial<Record<Situation, string>> = {
  login: 'Invalid Login Details',
  'request-reset': 'Mail Not Sent',
  reset: 'Failed',
  activation: 'Failed',
}

const other: Notice = { title: defaultErrorMessage, text: errorOccured }

const unanswered: Partial<Record<Situation, Notice>> = {
  login: { title: 'Failed', text: 'An error occured while processing this request' },
  'create-order': { title: invalidOrder, text: '' },
  action: { title: 'Failed', text: 'An error occurred' },
  admin: { title: invalidOrder, text: 'Your request seems to be invalid' },
}

/**
 * The notice for a conflict that a form or dialog shows itself. Nothing failed, but a colleague was
 * first.
 */
export const conflictNotice = ({ message }: { message: string }): Notice => ({
  title: 'Not saved',
  text: message,
})

export const failureNotice = (error: unknown, situation: Situation): Notice => {
  if (!isApiError(error)) return unanswered[situation] ?? other
  // After a lost connection, a customer who has paid does not know whether the order arrived.
  const isLostOrder = situation === 'create-order' && error.isNetworkError
  if (error.isTimeout || isLostOrder) return timedOut
  if (error.answered) return { title: answered[situation] ?? errorOccured, text: error.message }
  return unanswered[situation] ?? other
}
