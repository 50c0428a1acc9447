import { readFileSync } from 'node:fs'
import type { Credentials, EndPoint } from '@eventstore/db-client'
import { BadSetting } from '../../errors.ts'

export type EventStoreAddress = {
  hosts: EndPoint[]
  /** True for `esdb+discover:`: the only host is then a DNS name for all nodes of a cluster. */
  discover: boolean
  tls: boolean
  credentials: Credentials | undefined
  rootCertificate: Buffer | null
  userCertificate: Buffer | null
  userKey: Buffer | null
  connectionName: string | undefined
  /** Milliseconds between two pings, and milliseconds to wait for a ping's answer. */
  keepAlive: { interval: number; timeout: number }
  /**
   * How to find a cluster's members: number of attempts, milliseconds between them, and seconds to
   * wait for a node.
   */
  discovery: { attempts: number; interval: number; timeout: number }
}

// The only accepted options. Other options would change which node is read, or how errors and
// deadlines are handled, but this adapter always reads from the leader, and handles errors and
// deadlines itself.
const expectedOptions = [
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'nodePreference',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
] as const
type Option = (typeof expectedOptions)[number]

const bad = (problem: string) => new BadSetting(`EVENT_STORE_URL: ${problem}.`)

/**
 * Parses `esdb://user:password@host:2113?tls=true` and `esdb+discover://...` as EventStoreDB's own
 * clients do. Throws a BadSetting that does not quote the value, because the value may contain a
 * password. The client's own parser quotes it in errors, warnings and debug output.
 */
export const parseEventStoreUrl = (url: string): EventStoreAddress => {
  const parts = /^esdb(\+discover)?:\/\/(?:([^@/?]*)@)?([^@/?]+)\/*(?:\?(.*))?$/.exec(url.trim())
  if (!parts?.[3]) throw bad('expected esdb://user:password@host:2113?tls=true')
  const options = optionsOf(parts[4] ?? '')
  const flag = (option: Option, otherwise: boolean) => {
    const value = options.get(option) ?? String(otherwise)
    if (value !== 'true' && value !== 'false') throw bad(`${option} is true or false`)
    return value === 'true'
  }
  const number = (option: Option, otherwise: number) => {
    const value = options.get(option) ?? String(otherwise)
    if (!/^\d{1,9}$/.test(value)) throw bad(`${option} is a whole number`)
    return Number(value)
  }
  const file = (option: Option) => {
    const path = options.get(option)
    if (path === undefined) return null
    try {
      return readFileSync(path)
    } catch {
      throw bad(`the file that ${option} names cannot be read`)
    }
  }
  if ((options.get('nodePreference') ?? 'leader').toLowerCase() !== 'leader') {
    throw bad('nodePreference is leader: other nodes may not have yet what was just written')
  }
  if (options.has('userCertFile') !== options.has('userKeyFile')) {
    throw bad('userCertFile and userKeyFile come together')
  }
  return {
    hosts: parts[3].split(',').map(hostOf),
    discover: parts[1] !== undefined,
    tls: flag('tls', true),
    credentials: parts[2] === undefined ? undefined : credentialsOf(parts[2]),
    rootCertificate: file('tlsCAFile'),
    userCertificate: file('userCertFile'),
    userKey: file('userKeyFile'),
    connectionName: options.get('connectionName'),
    keepAlive: {
      interval: number('keepAliveInterval', 10_000),
      timeout: number('keepAliveTimeout', 10_000),
    },
    discovery: {
      attempts: number('maxDiscoverAttempts', 3),
      interval: number('discoveryInterval', 100),
      timeout: number('gossipTimeout', 2),
    },
  }
}

const hostOf = (text: string): EndPoint => {
  const [, address, port] = /^([^:\s[\]]+)(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  if (!address) throw bad('expected hosts like node1:2113,node2:2113')
  return { address, port: Number(port ?? 2113) }
}

const credentialsOf = (text: string): Credentials => {
  const [, username, password] = /^([^:]+):(.+)$/.exec(text) ?? []
  if (!username || !password) throw bad('expected user:password before the @')
  const credentials = { username: decoded(username), password: decoded(password) }
  if (/[^ -~]/.test(credentials.username + credentials.password)) {
    throw bad('EventStoreDB takes only ASCII characters in user and password')
  }
  return credentials
}

const optionsOf = (query: string): Map<Option, string> => {
  const options = new Map<Option, string>()
  for (const pair of query.split('&').filter(Boolean)) {
    const [, name = '', value] = /^([^=]+)=(.+)$/.exec(pair) ?? []
    const option = expectedOptions.find((known) => flat(known) === flat(name))
    if (!option || !value) {
      throw bad(`expected after the ? only options of ${expectedOptions.join(', ')}`)
    }
    options.set(option, decoded(value))
  }
  return options
}

const flat = (name: string) => name.trim().toLowerCase().replace(/[_-]/g, '')

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw bad('a % in it is not followed by two hexadecimal digits')
  }
}
