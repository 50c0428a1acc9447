import { Socket } from 'node:net'
import pg from 'pg'

/** One connection outside of any pool, of which the owner must know whether it still lives. */
export type OwnConnection = {
  client: pg.Client
  isOpen: () => boolean
  /** Cuts it at once: a goodbye to a server that does not answer would wait for ever. */
  cut: () => void
}

/** Connects within 5 s. `statementTimeout` in milliseconds. */
export const openConnection = async (
  url: string,
  options: { name: string; statementTimeout: number },
): Promise<OwnConnection> => {
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

/** Rejects when `work` takes longer, after `giveUp` was called, which should end the work too. */
export const within = async <T>(
  milliseconds: number,
  work: Promise<T>,
  giveUp: () => void = () => {},
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp()
      reject(new Error(`timeout expired: no answer within ${milliseconds} ms`))
    }, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
