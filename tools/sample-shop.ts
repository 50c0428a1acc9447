import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { samplePassword } from '../all-in-one/demo/catalogue.ts'
import { freePort } from '../platform/postgres/embedded.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Starts the sample shop of `npm run demo` in a new folder. */
export const startSampleShop = async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'strand-sample-'))
  await chmod(data, 0o755)
  const port = await freePort()
  const shop = spawn(process.execPath, ['all-in-one/demo.ts'], {
    cwd: root,
    // There are no rate limits, because three browsers at once send more requests than a customer
    // may.
    env: {
      ...process.env,
      DATA_DIR: path.join(data, 'data'),
      PORT: String(port),
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    shop.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Sample staff')) resolve()
    })
    shop.once('exit', () => reject(new Error('The sample shop did not start')))
  })
  const stop = async () => {
    shop.kill('SIGINT')
    await once(shop, 'exit')
    await rm(data, { recursive: true, force: true })
  }
  return { address: `http://127.0.0.1:${port}`, stop }
}

export const ownerToken = async (address: string): Promise<string> => {
  const signIn = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'owner@strand.example', password: samplePassword }),
  })
  return ((await signIn.json()) as { accessToken: string }).accessToken
}

export const shippedOrder = async (address: string): Promise<string> => {
  const shipped = await fetch(`${address}/api/admin/orders/delivery`, {
    headers: { Authorization: `Bearer ${await ownerToken(address)}` },
  })
  const list = (await shipped.json()) as { result: { data: { orderid: string }[] } }
  return list.result.data[0]?.orderid ?? ''
}
