import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Metadata, Server, ServerCredentials } from '@grpc/grpc-js'
import { makeCertificate } from '@strand/platform/testing/certificate'
import { startProxy } from '@strand/platform/testing/proxy'
import { onTestFinished } from 'vitest'
import { addFakeCluster } from './fake-cluster.ts'
import { openFakeLog } from './fake-log.ts'
import {
  accessDenied,
  type Node,
  notLeader,
  notReady,
  type Problem,
  unknownUser,
} from './fake-problems.ts'
import { addFakeStreams } from './fake-streams.ts'

type User = { password: string; readsAll: boolean }

/**
 * The parts of EventStoreDB that the shop uses, built on the stubs that come with the client. It
 * runs behind a proxy that can cut its connections. With `users`, it requires TLS and a password.
 */
export const startFakeEventStore = async (options: { users?: Record<string, User> } = {}) => {
  const log = openFakeLog()
  let refusing = false
  let leader: Node | null = null

  const refusalOf = (
    { metadata }: { metadata: Metadata },
    stream: string | null = '',
  ): Problem | null => {
    if (refusing) return notReady()
    if (leader && metadata.get('requires-leader')[0] === 'true') return notLeader(leader)
    if (!options.users) return null
    const [authorization] = metadata.get('authorization')
    const user = authorization === undefined ? null : userIn(options.users, String(authorization))
    if (authorization !== undefined && !user) return unknownUser()
    return stream === null && !user?.readsAll ? accessDenied() : null
  }

  const server = new Server()
  const { endReads } = addFakeStreams(server, log, { refusalOf })
  addFakeCluster(server, () => leader ?? { host: '127.0.0.1', port })
  const { credentials, certificateFile } = await credentialsOf(options.users !== undefined)
  const serverPort = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  onTestFinished(() => server.forceShutdown())
  const proxy = await startProxy(`http://127.0.0.1:${serverPort}`)
  const port = Number(new URL(proxy.url).port)

  let resume = async () => {}
  return {
    port,
    log,
    /**
     * The connection string. `user` is added as it is, for example `strand:password@`, without URL
     * encoding.
     */
    urlFor: (user = '', scheme = 'esdb') =>
      certificateFile === null
        ? `${scheme}://${user}127.0.0.1:${port}?tls=false`
        : `${scheme}://${user}localhost:${port}?tlsCAFile=${encodeURIComponent(certificateFile)}`,
    leaveTo: (other: { port: number }) => {
      leader = { host: '127.0.0.1', port: other.port }
    },
    faults: {
      kill: async () => {
        resume = async () => {
          log.forget()
          await proxy.back()
        }
        await proxy.cut()
      },
      refuse: async () => {
        resume = async () => {
          refusing = false
        }
        refusing = true
        proxy.sayGoodbye()
      },
      closePolitely: async () => {
        resume = async () => {}
        endReads()
        await new Promise((resolve) => setImmediate(resolve))
        proxy.sayGoodbye()
      },
      goSilent: async () => {
        resume = async () => proxy.speakAgain()
        proxy.fallSilent()
      },
      resume: () => resume(),
    },
  }
}

const userIn = (users: Record<string, User>, authorization: string): User | null => {
  const [, basic = ''] = /^Basic (.+)$/.exec(authorization) ?? []
  const [, name = '', password] =
    /^([^:]*):(.*)$/.exec(Buffer.from(basic, 'base64').toString()) ?? []
  const user = users[name]
  return user?.password === password ? (user ?? null) : null
}

const credentialsOf = async (tls: boolean) => {
  if (!tls) return { credentials: ServerCredentials.createInsecure(), certificateFile: null }
  const { certificate, key } = makeCertificate('localhost')
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-certificate-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const certificateFile = path.join(folder, 'certificate.pem')
  await writeFile(certificateFile, certificate)
  const pair = { cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) }
  return { credentials: ServerCredentials.createSsl(null, [pair]), certificateFile }
}
