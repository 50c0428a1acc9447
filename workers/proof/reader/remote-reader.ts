import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { unavailable } from '@strand/event-sourcing/errors'
import { FromService, type Reader, ReaderEnded, type ToReader } from './reader.ts'

/**
 * The timeout, in milliseconds. The service ends any reading sooner, even one that waited long for
 * a CPU.
 */
const longest = 3_600_000
/** In bytes; an answer has only a few short fields. */
const maxAnswerSize = 64 * 1024

/**
 * Lets the `proof-reader` service read proofs. The service has no network, no secrets and none of
 * the shop's files; it is reached through a Unix socket. Its answers are validated, because a
 * malicious file could have taken over the service.
 */
export const remoteReader = (socket: string): Reader => {
  let running: ClientRequest | undefined
  let isStopped = false
  return {
    read: async (file, cpuSeconds, charge) => {
      if (isStopped) throw new ReaderEnded('it was stopped')
      const search = new URLSearchParams({ type: file.type, cpuSeconds: String(cpuSeconds) })
      const asked = request({
        socketPath: socket,
        method: 'POST',
        // Each request has its own connection, so an established connection shows that the service
        // received this request.
        agent: false,
        path: `/read?${search}`,
        headers: { 'Content-Length': file.bytes.length },
        signal: AbortSignal.timeout(longest),
      })
      running = asked
      const began = performance.now()
      let cost: number | undefined
      try {
        const answer = await answerTo(asked, file)
        cost = answer.cost
        if ('ended' in answer) throw new ReaderEnded(answer.ended, answer)
        return answer.fields
      } finally {
        running = undefined
        charge?.(cost ?? performance.now() - began)
      }
    },
    stop: () => {
      isStopped = true
      running?.destroy()
    },
  }
}

const answerTo = async (asked: ClientRequest, { bytes }: ToReader): Promise<FromService> => {
  let isConnected = false
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
      }),
    )
    asked.once('response', resolve).once('error', reject)
  })
  asked.end(bytes)
  try {
    const text = await textOf(await answered)
    return FromService.parse(JSON.parse(text))
  } catch (error) {
    // The file may have crashed the service; after three crashes, the file counts as unreadable.
    if (isConnected) throw new ReaderEnded(`the proof-reader service ended: ${String(error)}`)
    throw unavailable('The proof reader', error, 5)
  }
}

const textOf = async (answer: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk
    if (text.length > maxAnswerSize) throw new Error('it answered with more than any reading has')
  }
  return text
}
