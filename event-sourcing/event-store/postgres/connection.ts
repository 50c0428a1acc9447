import { Socket } from 'node:net'
import pg from 'pg'

/** A connection outside any pool; its owner must know whether it is still open. */
export type DedicatedConnection = {
  client: pg.Client
  isOpen: () => boolean
  /** Cuts the connection immediately. A graceful close could wait forever for a silent server. */
  cut: () => void
}

/** Connects within 5 s or throws. `statementTimeout` is in milliseconds. */
export const openConnection = async (
  url: string,
  options: { name: string; statementTimeout: number },
): Promise<DedicatedConnection> => {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeout,
    keepAlive: true,
    stream: () => socket,
  })
  let open = true
  const isOver = () => {
    open = false
  }
  client.on('error', isOver)
  client.on('end', isOver)
  const cut = () => {
    open = false
    socket.destroy()
  }
  try {
    await client.connect()
  } catch (error) {
    cut()
    throw error
  }
  return { client, isOpen: () => open, cut }
}
