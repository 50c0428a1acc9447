import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { unavailable } from '@strand/event-sourcing/errors'
import { FromService, type Reader, ReaderEnded, type ToReader } from './reader.ts'

/** Milliseconds: the service ends every reading before, also one that waited long for a processor. */
const longest = 3_600_000
/** Bytes that an answer may have: the fields are short. */
const maxAnswerSize = 64 * 1024

/**
 * Reads proofs by the service `proof-reader`, which has no network, no secret and no file of the shop:
 * a Unix socket is all that it shares. Its answer is checked like a stranger's.
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
        // A connection for each: whether it was there says whether the file was.
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
    // The file may have ended it: the third time it is unreadable.
    if (isConnected) throw new ReaderEnded(`the service that reads ended: ${String(error)}`)
    throw unavailable('The reader of proofs', error, 5)
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
