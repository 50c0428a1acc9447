import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

// Loaded first in the process that reads files from strangers, and in each of its threads: Node's
// permissions cover neither network access nor signals. If the kernel allows it, the process has no
// network either; see `confinement.ts`.

const refuse = (): never => {
  throw new Error('The proof reader must not open connections or send signals')
}
const refuseAll = (thing: object, names: readonly string[]) => {
  for (const name of names)
    Object.defineProperty(thing, name, { value: refuse, writable: false, configurable: false })
}
const callsOf = (thing: object) =>
  Object.getOwnPropertyNames(thing).filter(
    (name) => name !== 'constructor' && typeof Reflect.get(thing, name) === 'function',
  )

refuseAll(net.Socket.prototype, ['connect'])
refuseAll(net.Server.prototype, ['listen'])
refuseAll(net, ['connect', 'createConnection', 'createServer'])
refuseAll(dgram, ['createSocket', 'Socket'])
refuseAll(dns.promises, callsOf(dns.promises))
refuseAll(dns, callsOf(dns))
refuseAll(globalThis, ['fetch', 'WebSocket', 'EventSource'])
refuseAll(process, ['kill', '_kill', '_debugProcess'])
syncBuiltinESMExports()
