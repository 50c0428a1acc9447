import { pageHeaders, strictTransport } from '@strand/platform/http/page-headers'
import { testHttpServer } from '@strand/platform/testing/http-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getFrom, hasNginx, postLarge, startNginx, startProxyAt } from './testing/nginx.ts'

/**
 * An API as compose runs it: answers with the client's address, and allows three requests an hour.
 */
const startApi = async () => {
  const app = await testHttpServer({ trustedProxies: ['loopback'] })
  const limit = { name: 'asking', requests: 3, seconds: 3_600 }
  app.get('/api/ip', { config: { access: 'public', limit } }, async (request) => request.ip)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return address.replace('http://', '')
}

const [inner, outer, ada, obi] = ['127.0.0.2', '127.0.0.3', '127.0.0.21', '127.0.0.22']

const suite = () => {
  test('behind two proxies, each customer has their own address and limit', async () => {
    const nginx = await startNginx(await startApi(), { TRUSTED_PROXY: `${inner}, ${outer}` })
    const shop = await startProxyAt(outer, await startProxyAt(inner, nginx.address))
    for (const forged of [{}, { 'x-forwarded-for': '9.9.9.9' }, { 'x-forwarded-for': inner }])
      expect(await getFrom(ada, `${shop}/api/ip`, forged)).toEqual({ status: 200, text: ada })
    expect((await getFrom(ada, `${shop}/api/ip`)).status).toBe(429)
    expect(await getFrom(obi, `${shop}/api/ip`)).toEqual({ status: 200, text: obi })
  })

  test('an unlisted proxy counts as the customer, and a client that bypasses it is not believed', async () => {
    const nginx = await startNginx(await startApi(), { TRUSTED_PROXY: inner })
    const shop = await startProxyAt(outer, await startProxyAt(inner, nginx.address))
    expect((await getFrom(ada, `${shop}/api/ip`)).text).toBe(outer)
    const past = await getFrom(ada, `${nginx.address}/api/ip`, { 'x-forwarded-for': '9.9.9.9' })
    expect(past.text).toBe(ada)
    const alone = await startNginx(await startApi())
    const plain = await getFrom(ada, `${alone.address}/api/ip`, { 'x-forwarded-for': '9.9.9.9' })
    expect(plain.text).toBe(ada)
  })

  test('the return from a provider passes, with its query, its redirect and every cookie', async () => {
    const app = await testHttpServer()
    app.get('/api/login/oidc/callback', { config: { access: 'public' } }, (request, reply) =>
      reply
        .header('set-cookie', 'strand_oidc=token; Path=/api/login/oidc; HttpOnly')
        .header('set-cookie', 'other=1')
        .redirect(`/admin?oidc=${request.headers.cookie}${request.url.split('?')[1]}`, 302),
    )
    const api = await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const { address } = await startNginx(api.replace('http://', ''))
    const answer = await fetch(`${address}/api/login/oidc/callback?state=a%20b&code=c`, {
      headers: { cookie: 'strand_oidc=visit' },
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/admin?oidc=strand_oidc=visitstate=a%20b&code=c',
    ])
    expect(answer.headers.getSetCookie()).toEqual([
      'strand_oidc=token; Path=/api/login/oidc; HttpOnly',
      'other=1',
    ])
  })

  test('if a large body is refused before it is read, the refusal itself arrives, not a failure', async () => {
    const app = await testHttpServer()
    const limit = { name: 'large', requests: 1, seconds: 3_600 }
    const answer = async () => ({ read: true })
    app.post('/api/small', { config: { access: 'public' } }, answer)
    app.post('/api/closed', { config: { access: 'signed-in' }, bodyLimit: 90_000_000 }, answer)
    app.post('/api/rare', { config: { access: 'public', limit }, bodyLimit: 90_000_000 }, answer)
    const api = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http://', '')
    onTestFinished(() => app.close())
    const { address } = await startNginx(api)
    await fetch(`${address}/api/rare`, { method: 'POST' })
    const statuses = (server: string, path: string, chunked = false) =>
      Promise.all(
        Array.from({ length: 4 }, () => postLarge(`${server}/api/${path}`, 20_000_000, chunked)),
      )
    for (const server of [address, `http://${api}`]) {
      expect(await statuses(server, 'small')).toEqual(Array(4).fill(413))
      expect(await statuses(server, 'closed')).toEqual(Array(4).fill(401))
      expect(await statuses(server, 'rare')).toEqual(Array(4).fill(429))
      expect(await statuses(server, 'small', true)).toEqual(Array(4).fill(411))
    }
  })

  test('the names of networks mean the same as in the services, and any other name stops the start', async () => {
    const nginx = await startNginx(await startApi(), { TRUSTED_PROXY: 'loopback,uniquelocal' })
    const claimed = await getFrom(ada, `${nginx.address}/api/ip`, {
      'x-forwarded-for': '9.9.9.9, 10.1.2.3, fd00::1',
    })
    expect(claimed.text).toBe('9.9.9.9')
    await expect(startNginx('127.0.0.1:1', { TRUSTED_PROXY: 'all; include /etc' })).rejects.toThrow(
      'is not an address',
    )
  })

  test('a page, a file and a refusal have our own server’s headers, and HSTS behind TLS', async () => {
    const secure = await startNginx('127.0.0.1:1', { PUBLIC_URL: 'https://shop.example' })
    const plain = await startNginx('127.0.0.1:1', { PUBLIC_URL: 'http://localhost:8080' })
    for (const url of [
      '/',
      '/confirm-payment',
      '/assets/app-1.js',
      '/assets/gone.js',
      '/healthz',
    ]) {
      const answer = await fetch(`${secure.address}${url}`)
      const nonce = /'nonce-(\w+)'/.exec(answer.headers.get('Content-Security-Policy') ?? '')?.[1]
      expect(nonce).toMatch(/^\w{32}$/)
      for (const [name, value] of Object.entries(pageHeaders(nonce ?? '')))
        expect(answer.headers.get(name), `${name} of ${url}`).toBe(value)
      expect(answer.headers.get('Strict-Transport-Security')).toBe(strictTransport)
      if (!url.includes('.') && url !== '/healthz') expect(await answer.text()).toContain(nonce)
      const other = await fetch(`${plain.address}${url}`)
      expect(other.headers.get('Strict-Transport-Security')).toBeNull()
    }
    const away = await fetch(`${secure.address}/api/products`)
    expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(away.headers.get('Strict-Transport-Security')).toBe(strictTransport)
  })

  test('each address has its page, which shows the shop before the app starts', async () => {
    const name = 'Ada’s "Wigs" & <Co> $5 \\ {x}; #'
    const shop = await startNginx(await startApi(), {
      PUBLIC_URL: 'http://shop.example',
      SHOP_NAME: name,
    })
    const textOf = async (url: string) => (await fetch(`${shop.address}${url}`)).text()
    const shown = '<title>Ada’s &#34;Wigs&#34; &#38; &#60;Co&#62; &#36;5 &#92; {x}; #</title>'
    for (const url of ['/', '/confirm-payment', '/confirm-payment?step=2', '/confirm-payment/'])
      expect(await textOf(url), url).toContain(`${shown}<a href="http://shop.example">`)
    const manifest = await fetch(`${shop.address}/manifest.webmanifest`)
    expect(manifest.headers.get('Content-Type')).toBe('application/manifest+json')
    expect(await manifest.json()).toEqual({ name })
    for (const url of ['/order-history/x', '/dashboard', '/dashboard/a/b'])
      expect((await fetch(`${shop.address}${url}`)).status, url).toBe(200)
    for (const url of [
      ...['/nowhere', '/nowhere/at/all', '/%22', '/confirm-payment/x', '/order-history'],
      ...['/order-history/x/y', '/index', '/index.html', '/confirm-payment.html'],
    ]) {
      const answer = await fetch(`${shop.address}${url}`)
      expect(answer.status, url).toBe(404)
      // The app's own page for an unknown address, with its nonce.
      const nonce = /'nonce-(\w+)'/.exec(answer.headers.get('Content-Security-Policy') ?? '')?.[1]
      expect(await answer.text(), url).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`)
    }
    // Only requests from inside reach the services' health.
    for (const url of ['/readyz', '/metrics'])
      expect((await fetch(`${shop.address}${url}`)).status, url).toBe(404)
    const unnamed = await startNginx(await startApi())
    expect(await (await fetch(unnamed.address)).text()).toContain('<title>Strand Hair</title>')
  })
}

if (hasNginx) describe('nginx with compose/nginx.conf', suite)
else describe.skip('nginx with compose/nginx.conf (not run: no nginx on this machine)', suite)
