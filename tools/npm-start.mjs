// Tests `npm start` on an empty data folder: the shop answers, shows its form, takes an order, and
// shuts down cleanly. On Linux and macOS, npm gets a SIGTERM. On Windows, a terminal's Ctrl-C is
// the only way to ask a program to end.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'
const folder = mkdtempSync(path.join(tmpdir(), 'strand-starts-'))
const data = process.env.DATA_DIR || path.join(folder, 'data')
const port = process.env.PORT || '18080'
const address = `http://127.0.0.1:${port}`
const printed = path.join(folder, 'printed')
const said = () => readFileSync(printed, 'utf8')

const until = async (what, minutes, isSo) => {
  // The time limit is long, so that a hang exceeds it, but a slow machine does not.
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; await sleep(250))
    if (await isSo()) return
  throw new Error(`${what}: not within ${minutes} minutes`)
}

/** Fails if the port is taken, because another shop might then answer. */
const requireFreePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(Number(port), '127.0.0.1', () => server.close(resolve))
  })

const start = () => {
  writeFileSync(printed, '')
  const output = isWindows ? 'ignore' : openSync(printed, 'w')
  // On Windows, npm gets a hidden terminal of its own, so that the Ctrl-C reaches only the shop.
  // For that, npm must share no output with this program.
  const [file, parameters] = isWindows
    ? ['cmd', ['/d', '/s', '/c', '"npm start > "%PRINTED%" 2>&1"']]
    : ['npm', ['start']]
  const npm = spawn(file, parameters, {
    cwd: root,
    env: { ...process.env, PORT: port, DATA_DIR: data, PRINTED: printed },
    windowsHide: true,
    windowsVerbatimArguments: true,
    stdio: ['ignore', output, output],
  })
  npm.unref()
  return npm
}

const ctrlC = `
$console = Add-Type -PassThru -Namespace Strand -Name Console -MemberDefinition '
  [DllImport("kernel32.dll")] public static extern bool FreeConsole();
  [DllImport("kernel32.dll")] public static extern bool AttachConsole(uint process);
  [DllImport("kernel32.dll")] public static extern bool SetConsoleCtrlHandler(IntPtr handler, bool add);
  [DllImport("kernel32.dll")] public static extern bool GenerateConsoleCtrlEvent(uint type, uint group);'
[void]$console::FreeConsole()
if (-not $console::AttachConsole(PROCESS)) { exit 1 }
[void]$console::SetConsoleCtrlHandler([IntPtr]::Zero, $true)
if (-not $console::GenerateConsoleCtrlEvent(0, 0)) { exit 1 }`

const tellToEnd = (npm) => {
  if (!isWindows) return npm.kill('SIGTERM')
  const script = ctrlC.replace('PROCESS', String(npm.pid))
  const { status } = spawnSync('powershell', ['-NoProfile', '-Command', script], {
    windowsHide: true,
  })
  if (status !== 0) throw new Error('the Ctrl-C could not be sent')
}

let token = ''
let position = '0'
const call = async (method, url, body) => {
  const answer = await fetch(`${address}${url}`, {
    method,
    headers: {
      'X-Min-Position': position,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  position = answer.headers.get('x-position') ?? position
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} gave ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** The first hour of a shop: a new password, a product, a location, and a customer who paid. */
const takeOrder = async () => {
  const oldPassword = /password (\S+) \(shown once/.exec(said())?.[1]
  const [email, password] = ['owner@strand.example', 'Tide-under-7-moons']
  const changed = { email, oldPassword, password, confirmPassword: password }
  await call('POST', '/api/change-password', changed)
  token = (await call('POST', '/api/login', { email, password })).accessToken
  await call('POST', '/api/admin/create-product', { productname: 'Deep curly', price: 58_500 })
  const place = { location: 'Lagos', price: 2_500, deliveryaddress: '' }
  await call('POST', '/api/admin/create-delivery-location', place)
  const [product] = (await call('GET', '/api/admin/products')).result.data
  const [location] = (await call('GET', '/api/admin/delivery-location')).result.data
  token = ''
  const { productid, productname, price } = product
  const base64Image = Buffer.from('%PDF-1.7').toString('base64')
  const { orderId } = await call('POST', '/api/create-order', {
    firstname: 'Ada',
    lastname: 'Obi',
    email: 'ada@example.com',
    countrycode: 'NG',
    phone: '08031234567',
    instagramusername: 'ada.obi',
    salesid: '',
    location: location.locationid,
    accountname: 'Ada Obi',
    tandc: true,
    country: '',
    postalcode: '',
    deliveryaddress: '5 Marina, Lagos Island',
    products: [{ productid, productname, price, quantity: 1, amount: price }],
    files: [{ fileUid: '1', fileName: 'p.pdf', fileType: 'application/pdf', base64Image }],
    amount: price + location.price,
  })
  await call('GET', `/api/orders/${orderId}/track`)
  return orderId
}

/** `state` in pg_control: 1 means that the database was shut down and needs no recovery. */
const databaseEnded = () =>
  readFileSync(path.join(data, 'postgres/global/pg_control')).readUInt32LE(16) === 1

await requireFreePort()
const npm = start()
let hasEnded = false
npm.once('error', (error) => console.error(error.message))
npm.once('close', () => {
  hasEnded = true
})
try {
  await until('npm start is ready', 10, async () => {
    if (hasEnded) throw new Error('npm start ended on its own')
    return fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  })
  const form = await fetch(`${address}/confirm-payment`)
  if (!form.ok) throw new Error(`the form answers ${form.status}`)
  const orderId = await takeOrder()
  tellToEnd(npm)
  // npm may end at once, while the shop still closes everything.
  const pidFile = path.join(data, 'postgres/postmaster.pid')
  await until('npm start has ended', 2, () => !existsSync(pidFile))
  if (!databaseEnded()) throw new Error('the database was not shut down cleanly')
  console.log(`npm start: ready, took the order ${orderId}, and ended in order`)
} catch (error) {
  npm.kill()
  console.error(`${error.message}\n\n${said()}`)
  process.exitCode = 1
}
