import { createHash, createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const accessKey = 'test-key'
const secretKey = 'test/secret+key'
const region = 'eu-west-1'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Checks Signature Version 4 as the page "Authenticating Requests" of the Amazon S3 API reference
 * specifies it. It does not use the client's library, so that the two cannot share a mistake.
 */
const refusal = (request: http.IncomingMessage, body: Buffer): string | null => {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) return 'MissingSecurityHeader'
  const [, credential = '', signedHeaders = '', signature] = given
  const [key, date = '', ...scope] = credential.split('/')
  if (key !== accessKey) return 'InvalidAccessKeyId'
  if (scope.join('/') !== `${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  if (!signedHeaders.split(';').includes('host')) return 'AccessDenied'
  const time = String(request.headers['x-amz-date'])
  const url = new URL(request.url ?? '/', 'http://s3')
  const contentHash = String(request.headers['x-amz-content-sha256'])
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body))
    return 'XAmzContentSHA256Mismatch'
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    contentHash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, [date, ...scope].join('/'), sha256(canonical)].join('\n')
  const signingKey = [date, ...scope].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(signingKey, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

/**
 * A small S3 server with one bucket, `proofs`. Its pages have only two keys, so that clients must
 * ask for more pages.
 */
export const startS3Server = async () => {
  const objects = new Map<string, { body: Buffer; writtenAt: Date }>()
  const fault: { kind: 'none' | 'busy' | 'silent' | 'cut'; times: number } = {
    kind: 'none',
    times: 0,
  }
  const server = http.createServer(async (request, response): Promise<unknown> => {
    const body = await buffer(request).catch(() => null)
    if (!body) return null
    const answer = (status: number, content: string | Buffer = '') =>
      response.writeHead(status, { 'Content-Length': Buffer.byteLength(content) }).end(content)
    const refused = refusal(request, body)
    if (refused) return answer(403, `<Error><Code>${refused}</Code></Error>`)
    if (fault.times-- > 0) {
      if (fault.kind === 'busy') return answer(503, '<Error><Code>SlowDown</Code></Error>')
      if (fault.kind === 'cut') return request.socket.destroy()
      if (fault.kind === 'silent') return null
    }
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, bucket, ...names] = url.pathname.split('/')
    const key = names.join('/')
    if (bucket !== 'proofs') return answer(404, '<Error><Code>NoSuchBucket</Code></Error>')
    if (!key) return answer(200, request.method === 'HEAD' ? '' : listing(url))
    if (request.method === 'PUT') objects.set(key, { body, writtenAt: new Date() })
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method !== 'GET') return answer(request.method === 'DELETE' ? 204 : 200)
    const object = objects.get(key)
    if (!object) return answer(404, '<Error><Code>NoSuchKey</Code></Error>')
    return answer(200, object.body)
  })
  const listing = (url: URL) => {
    const after = url.searchParams.get('continuation-token')?.replace('after&', '') ?? ''
    const keys = [...objects.keys()].sort().filter((key) => key > after)
    const page = keys.slice(0, 2).map((key) => {
      const { body, writtenAt } = objects.get(key) ?? { body: '', writtenAt: new Date() }
      return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`
    })
    const more = keys.length > 2 ? `after&amp;${keys[1]}` : ''
    return `<?xml version="1.0"?><ListBucketResult>${page.join('')}${more && `<NextContinuationToken>${more}</NextContinuationToken>`}</ListBucketResult>`
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const url = (secret = secretKey, bucket = 'proofs') =>
    `s3://${accessKey}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}?region=${region}&tls=off`
  return { url, objects, fault }
}
