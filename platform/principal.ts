/** Who makes a request, as the session's row and the account's say at this very moment. */
export type Principal = {
  userId: string
  sessionId: string
  email: string
  role: string
  permissions: readonly string[]
  status: 'pending' | 'active'
}
