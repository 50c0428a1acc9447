import { connect } from 'node:net'

/**
 * A hostile request body: the length that its sender declares, and its parts. `part` is sent again
 * and again.
 */
export type HostileBody = {
  name: string
  begin: string
  part: string
  /** In bytes, as the header declares; null for a chunked body, which declares no length. */
  length: number | null
  /** Milliseconds between two parts, for a sender that keeps its place as long as it can. */
  pauseMs?: number
}

const megabyte = 1024 * 1024
const repeated = (text: string) => text.repeat(Math.ceil((64 * 1024) / text.length))
const image = '{"files":[{"fileUid":"1","fileName":"a.pdf","fileType":"","base64Image":"'

/** Bodies of 50 to 80 MB, cycling through the kinds. */
export const hostileBodies = (count: number): HostileBody[] =>
  Array.from({ length: count }, (_, index) => {
    const length = (50 + ((index * 7) % 31)) * megabyte
    const kinds: HostileBody[] = [
      { name: 'empty lists', begin: '{"x":[[]', part: repeated(',[]'), length },
      { name: 'deep nesting', begin: '[', part: repeated('['), length },
      { name: 'a long text', begin: '{"accountname":"', part: repeated('a'), length },
      { name: 'a long key', begin: '{"', part: repeated('a'), length },
      { name: 'spaces', begin: '{', part: repeated(' '), length },
      { name: 'base64', begin: image, part: repeated('JVBERi0xLjcK'), length },
      { name: 'escaped base64', begin: image, part: repeated('\\u0041\\/'), length },
      { name: 'a file where none may be', begin: `{"x":${image}`, part: repeated('A'), length },
      { name: 'silence', begin: image, part: '', length, pauseMs: 60_000 },
      { name: 'a trickle', begin: image, part: 'A', length, pauseMs: 100 },
      { name: 'no length', begin: '{"x":[[]', part: repeated(',[]'), length: null },
    ]
    return kinds[index % kinds.length] as HostileBody
  })

/**
 * Posts a body as fast as the shop accepts it, from an address of this machine. Resolves with the
 * answer's status; null if the connection closed without an answer, or if the signal aborted it.
 */
export const postHostileBody = (
  body: HostileBody,
  target: { port: number; path: string; from: string; signal: AbortSignal },
): Promise<number | null> =>
  new Promise((resolve) => {
    const { port, from: localAddress, signal } = target
    const socket = connect({ port, host: '127.0.0.1', localAddress, signal })
    const part = Buffer.from(body.part)
    let left = body.length ?? Number.POSITIVE_INFINITY
    let answer = ''
    let timer: NodeJS.Timeout | undefined

    const write = (bytes: Buffer): boolean => {
      const cut = bytes.subarray(0, Math.min(bytes.length, left))
      left -= cut.length
      if (body.length !== null) return socket.write(cut)
      socket.write(`${cut.length.toString(16)}\r\n`)
      socket.write(cut)
      return socket.write('\r\n')
    }
    const send = () => {
      while (left > 0 && answer === '' && socket.writable) {
        if (body.pauseMs !== undefined) {
          timer = setTimeout(send, body.pauseMs)
          if (part.length > 0) write(part)
          return
        }
        if (!write(part)) return
      }
    }
    socket.on('connect', () => {
      const length =
        body.length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
      socket.write(
        `POST ${target.path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
      )
      write(Buffer.from(body.begin))
      send()
    })
    socket.on('drain', () => body.pauseMs === undefined && send())
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text
      if (answer.includes('\r\n\r\n')) socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answer === '' ? null : Number(answer.slice(9, 12)))
    })
  })
