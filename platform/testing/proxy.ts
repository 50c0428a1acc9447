import net from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A TCP relay in front of a real server. A test can take the server away (cut connections, refuse
 * new ones), bring it back at the same address, or make it silent.
 */
export const startProxy = async (target: string) => {
  let to = new URL(target)
  const sockets = new Set<net.Socket>()
  let silent = false
  // Without noDelay, every small response waits 40 ms for the acknowledgement of the one before.
  const server = net.createServer({ noDelay: true }, (client) => {
    const upstream = net.connect({ port: Number(to.port), host: to.hostname, noDelay: true })
    const forward = (from: net.Socket, other: net.Socket) => {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        other.destroy()
      })
      from.on('data', (data) => {
        if (!silent) other.write(data)
      })
    }
    forward(client, upstream)
    forward(upstream, client)
  })
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port))
    })
  const port = await listen(0)
  const away = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  onTestFinished(async () => {
    if (server.listening) await away()
  })
  const url = new URL(target)
  url.port = String(port)
  return {
    url: url.href,
    away,
    /**
     * Relays again.
     *
     * @param newTarget another server, if the server came back elsewhere
     */
    back: (newTarget = to.href) => {
      to = new URL(newTarget)
      return listen(port)
    },
    /** Simulates a killed server: resets connections and refuses new ones. */
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy()
      return away()
    },
    sayGoodbye: () => {
      for (const socket of sockets) socket.end()
    },
    fallSilent: () => {
      silent = true
    },
    /** Destroys the connections that were open during the silence, because they lost data. */
    speakAgain: () => {
      silent = false
      for (const socket of sockets) socket.destroy()
    },
  }
}
