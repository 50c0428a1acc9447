import { Metadata, type ServerErrorResponse, status } from '@grpc/grpc-js'

export type Problem = Pick<ServerErrorResponse, 'code' | 'details' | 'metadata'>
export type Node = { host: string; port: number }

/** An error as EventStoreDB sends it: the metadata names the kind of error. */
export const problem = (
  code: status,
  details: string,
  members: Record<string, string> = {},
): Problem => {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(members)) metadata.set(name, value)
  return { code, details, metadata }
}

export const notReady = () => problem(status.UNAVAILABLE, 'Server Is Not Ready')

export const notLeader = (leader: Node) =>
  problem(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': String(leader.port),
  })

export const accessDenied = () =>
  problem(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })

export const unknownUser = () => problem(status.UNAUTHENTICATED, 'Unauthenticated')
