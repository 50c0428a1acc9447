import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { unavailable } from '@strand/event-sourcing/errors'
import { AwsClient } from 'aws4fetch'
import { checkedKey, type FileStore, type StoredFile } from './file-store.ts'

const answerMs = 30_000

/**
 * A bucket of an S3-compatible store; see `openFiles` for the URL. A file is sent in one signed
 * PUT, and the store checks its hash, so it exists completely or not at all. While it is being
 * sent, it is in memory (proofs have at most 20 MB).
 *
 * @param checked returns the key, or throws if it must not become part of a URL
 */
export const openS3 = (url: URL, checked = checkedKey): FileStore => {
  const { bucket, ask } = openClient(url)
  const addressOf = (key: string) => `${bucket}/${checked(key)}`

  const list = async function* (): AsyncGenerator<StoredFile> {
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2' })
      if (token) query.set('continuation-token', token)
      const page = await ask('GET', `${bucket}?${query}`)
      assertBucket(page)
      const xml = await page.text()
      for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        yield { key: textOf(entry, 'Key'), size: Number(textOf(entry, 'Size')) }
      token = textOf(xml, 'NextContinuationToken') || undefined
    } while (token)
  }

  return {
    list,
    write: async (key, content) => {
      const address = addressOf(key)
      const body = await buffer(content)
      const sha256 = createHash('sha256').update(body).digest('hex')
      const answer = await ask('PUT', address, {
        body,
        headers: { 'X-Amz-Content-Sha256': sha256, 'Content-Type': 'application/octet-stream' },
      })
      assertBucket(answer)
      await answer.body?.cancel()
      return { size: body.length, sha256 }
    },
    read: async (key) => {
      const answer = await ask('GET', addressOf(key))
      if (!answer.ok || !answer.body) {
        await answer.body?.cancel()
        return null
      }
      return {
        stream: Readable.fromWeb(answer.body as ReadableStream),
        size: Number(answer.headers.get('Content-Length')),
      }
    },
    delete: async (key) => {
      await (await ask('DELETE', addressOf(key))).body?.cancel()
    },
    health: async () => {
      assertBucket(await ask('HEAD', bucket, { limit: 2_000 }))
    },
  }
}

/** Signs and sends requests. Throws unless the answer is a success or a 404. */
const openClient = (url: URL) => {
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
    retries: 3,
  })
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https'
  const bucket = `${scheme}://${url.host}${url.pathname.replace(/\/+$/, '')}`

  const ask = async (
    method: string,
    address: string,
    options: { body?: Uint8Array; headers?: Record<string, string>; limit?: number } = {},
  ): Promise<Response> => {
    const { body, headers = {}, limit = answerMs } = options
    const answer = await client
      .fetch(address, {
        method,
        headers,
        // GET has a longer timeout: a whole file may take long to arrive after its first byte.
        signal: AbortSignal.timeout(method === 'GET' ? 10 * answerMs : limit),
        ...(body && { body: new Uint8Array(body) }),
      })
      .catch((error: unknown) => {
        throw unavailable('The file store', error)
      })
    if (answer.ok || answer.status === 404) return answer
    const said = (await answer.text().catch(() => '')).match(/<Code>(\w+)</)?.[1] ?? ''
    throw unavailable(
      'The file store',
      new Error(`S3 answered ${answer.status} ${said} to ${method}`),
    )
  }
  return { bucket, ask }
}

const assertBucket = ({ ok }: Response) => {
  if (!ok) throw unavailable('The file store', new Error('S3 has no such bucket'))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const textOf = (xml: string, tag: string): string =>
  (xml.match(new RegExp(`<${tag}>([^<]*)</${tag}>`))?.[1] ?? '').replace(
    /&(\w+);/g,
    (whole, name) => entities[name] ?? whole,
  )
