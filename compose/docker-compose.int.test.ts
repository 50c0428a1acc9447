import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig as commandApi } from '@strand/command-api/config'
import { cosignerOf } from '@strand/log-proof/cosignature'
import { verifierKey } from '@strand/log-proof/note'
import { readConfig as projections } from '@strand/projections/config'
import { readConfig as queryApi } from '@strand/query-api/config'
import { readReaderConfig, readConfig as workers } from '@strand/workers/config'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readBackupConfig } from './config.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const readers = { 'command-api': commandApi, 'query-api': queryApi, projections, workers }
type Name = keyof typeof readers
const names = Object.keys(readers) as Name[]

type Service = {
  image: string
  environment?: Record<string, string | number>
  networks?: string[]
  network_mode?: string
  volumes?: string[]
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  privileged?: boolean
  security_opt?: string[]
  mem_limit?: string
  pids_limit?: number
  profiles?: string[]
  command?: unknown
}
type Compose = {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
}
const compose: Compose = parse(await readFile(path.join(root, 'docker-compose.yml'), 'utf8'), {
  merge: true,
})
const services = Object.entries(compose.services)

/** A service's environment after an operator has set `given`. */
const environmentOf = (name: string, given: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      String(value).replace(/\$\{(\w+):-([^}]*)\}/g, (_all, asked, otherwise) =>
        given[asked] ? given[asked] : otherwise,
      ),
    ]),
  )

const makeSecrets = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-compose-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'secrets'))
  for (const name of [...names, 'migrate', 'backup', 'postgres', 'valkey', 'prometheus'])
    await mkdir(path.join(folder, 'shared', name), { recursive: true })
  const script = path.join(root, 'compose/make-secrets.ts')
  const run = () =>
    execFileSync(process.execPath, [script, `${folder}/secrets`, `${folder}/shared`])
  run()
  return { run, folder, secret: (file: string) => path.join(folder, 'shared', file) }
}

test.each(services)('%s has no rights, no disk and no memory beyond its own', (_name, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.stringMatching(/^\d+[mg]$/),
    pids_limit: expect.any(Number),
    // Each image is built here or pinned by digest, so that nobody can replace it.
    image: expect.stringMatching(/^strand-\w+:|:v?\d+\.\d[\w.-]*@sha256:[0-9a-f]{64}$/),
  })
  expect([service.cap_add, service.privileged]).toEqual([undefined, undefined])
  expect(service.networks ?? service.network_mode).toBeDefined()
})

const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8')
/** The instructions of each build stage, one per line, by the stage's name. */
const stages = new Map(
  dockerfile
    .replaceAll(/ *\\\n/g, '')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const [first = '', ...lines] = stage.split('\n').filter((line) => !/^(#|$)/.test(line))
      const [image = '', , name = ''] = first.split(' ')
      return [name, { image, lines }]
    }),
)

test('base images are pinned by digest', () => {
  const from = [...stages.values()].map(({ image }) => image).filter((image) => !stages.has(image))
  expect(from).toHaveLength(3)
  for (const image of from) expect(image).toMatch(/^\w+:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/)
})

test('the all-in-one image does not run as root, and writes only to one volume', () => {
  const { image, lines } = stages.get('all-in-one') ?? { image: '', lines: [] }
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `))
  expect([image, last('USER')]).toEqual(['service', 'USER node'])
  expect(lines.filter((line) => line.startsWith('VOLUME'))).toEqual(['VOLUME /data'])
  expect(lines.join('\n')).toContain('chown node:node /data')
  const [, port] = /^EXPOSE (\d+)$/.exec(last('EXPOSE') ?? '') ?? []
  expect(last('ENV')).toBe(`ENV PORT=${port} PUBLIC_URL=http://localhost:${port} DATA_DIR=/data`)
  const [program, script = ''] = JSON.parse(last('CMD')?.slice('CMD '.length) ?? '[]')
  expect([program, existsSync(path.join(root, script))]).toEqual(['node', true])
})

test('customers reach only nginx; only services reach the stores, and the stores reach nobody', () => {
  const published = services.flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
  )
  expect(published).toEqual(['web'])
  const internal = Object.keys(compose.networks).filter((name) => compose.networks[name]?.internal)
  for (const store of ['postgres', 'eventstore', 'valkey']) {
    const networks = compose.services[store]?.networks ?? []
    expect(networks, store).not.toEqual([])
    expect(internal).toEqual(expect.arrayContaining(networks))
  }
  const meetsNginx = services.filter(([, { networks = [] }]) => networks.includes('front'))
  expect(meetsNginx.map(([name]) => name)).toEqual(['command-api', 'query-api', 'web'])
  const meetsQueue = services.filter(([, { networks = [] }]) => networks.includes('queue'))
  expect(meetsQueue.map(([name]) => name)).toEqual(['valkey', 'workers'])
})

test('the profile `observe` reads from the services, is reachable only from this machine, and is off by default', () => {
  const optional = services.filter(([, { profiles }]) => profiles !== undefined)
  expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['backup', ['backup']],
    ['prometheus', ['observe']],
    ['grafana', ['observe']],
  ])
  const watching = optional.slice(1)
  expect(compose.networks.watched).toEqual({ internal: true })
  const watched = services.filter(([, { networks = [] }]) => networks.includes('watched'))
  expect(watched.map(([name]) => name).sort()).toEqual([...names, 'prometheus'].sort())
  expect(compose.services.prometheus?.ports).toBeUndefined()
  const mounted = watching.flatMap(([, { volumes = [] }]) =>
    volumes.flatMap((volume) => /^\.\/(.+?):/.exec(volume)?.[1] ?? []),
  )
  expect(mounted).toHaveLength(5)
  for (const file of mounted) expect(existsSync(path.join(root, file)), file).toBe(true)
})

test('Prometheus sends the token that the APIs require', async () => {
  const { secret } = await makeSecrets()
  const token = await readFile(secret('prometheus/health-token'), 'utf8')
  for (const name of ['command-api', 'query-api'] as const) {
    expect(await readFile(secret(`${name}/health-token`), 'utf8')).toBe(token)
    expect(environmentOf(name).HEALTH_TOKEN_FILE).toBe('/secrets/health-token')
  }
  const [script = ''] = (compose.services.prometheus?.command ?? []) as string[]
  const [write = ''] = script.replaceAll('$$', '$').split('&&')
  const folder = path.dirname(secret('prometheus'))
  const written = (environment: Record<string, string>) => {
    const here = write
      .replace('/tmp/health-token', `${folder}/health-token`)
      .replace('/secrets/health-token', secret('prometheus/health-token'))
    execFileSync('/bin/sh', ['-c', here], { env: { PATH: '/usr/bin:/bin', ...environment } })
    return readFile(path.join(folder, 'health-token'), 'utf8')
  }
  expect(await written({ HEALTH_TOKEN: '' })).toBe(token)
  expect(await written({ HEALTH_TOKEN: 'a-token-of-an-operator' })).toBe('a-token-of-an-operator')
})

test('the proof reader has no network, no secrets and none of the shop’s files', () => {
  const { 'proof-reader': reader, workers: asking } = compose.services
  expect(reader).toMatchObject({
    network_mode: 'none',
    environment: { LOG_LEVEL: expect.any(String), PROOF_READER: '/run/proof-reader/socket' },
    volumes: ['proof-reader:/run/proof-reader'],
  })
  expect(Object.keys(reader?.environment ?? {})).toHaveLength(2)
  expect([reader?.networks, reader?.ports]).toEqual([undefined, undefined])
  // The workers and the proof reader share only the socket's volume. Only the workers see the
  // reader's files there, and the workers run no such file.
  const sharing = services.filter(([, { volumes = [] }]) =>
    volumes.some((volume) => volume.startsWith('proof-reader:')),
  )
  expect(sharing.map(([name]) => name)).toEqual(['workers', 'proof-reader'])
  expect(asking?.volumes).toContain('proof-reader:/run/proof-reader:ro')
  expect(workers(environmentOf('workers', given)).PROOF_READER).toBe(
    readReaderConfig(environmentOf('proof-reader')).PROOF_READER,
  )
})

test('the volume with all secrets is mounted only where they are made', () => {
  for (const [name, { volumes = [] }] of services) {
    const own = volumes.filter((volume) => volume.startsWith('secrets'))
    if (name === 'secrets') continue
    expect(own, name).toEqual(own.length > 0 ? [`secrets-${name}:/secrets:ro`] : [])
  }
})

test('the image has a folder owned by its user wherever secrets are made', async () => {
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8')
  const [, made = ''] = /for name in (.+); do mkdir -p \/shared\/\$name/.exec(dockerfile) ?? []
  // An empty volume gets the owner of the image's folder; without that folder, root owns it.
  const shared = (compose.services.secrets?.volumes ?? []).flatMap(
    (volume) => /:\/shared\/(.+)$/.exec(volume)?.[1] ?? [],
  )
  expect(made.split(' ').sort()).toEqual(shared.sort())
})

test('a service finds exactly the secrets that it reads, and later starts keep them', async () => {
  const { run, secret } = await makeSecrets()
  const files = async (name: string) =>
    execFileSync('ls', [secret(name)])
      .toString()
      .split('\n')
  const before = await readFile(secret('workers/queue-url'), 'utf8')
  run()
  expect(await readFile(secret('workers/queue-url'), 'utf8')).toBe(before)
  const password = (await readFile(secret('valkey/valkey-password'), 'utf8')).trim()
  expect(before).toBe(`redis://:${password}@valkey:6379`)
  expect(await readFile(secret('valkey/valkey.conf'), 'utf8')).toBe(`requirepass ${password}\n`)
  expect(await files('projections')).not.toContain('token-secret')
  expect(await files('query-api')).not.toContain('queue-url')
  for (const name of names) {
    // pg ignores a password file that others can read.
    const pgpass = `${name}/${name.replace('-api', '')}-pgpass`
    expect((await stat(secret(pgpass))).mode & 0o777).toBe(0o400)
    const role = `strand_${name.replace('-api', '')}`
    expect(environmentOf(name).DATABASE_URL).toContain(`//${role}@`)
    expect(await readFile(secret(pgpass), 'utf8')).toContain(`:${role}:`)
    expect(environmentOf(name).PGPASSFILE).toBe(`/secrets/${path.basename(pgpass)}`)
    const environment = Object.fromEntries(
      Object.entries(environmentOf(name)).map(([key, value]) => [
        key,
        value.replace('/secrets/', `${secret(name)}/`),
      ]),
    )
    // The password must be in the URL; otherwise pg looks for a password file, and warns.
    const { DATABASE_URL } = readers[name](environment)
    const written = await readFile(secret(pgpass), 'utf8')
    expect(written.trim().split(':').at(-1)).toBe(new URL(DATABASE_URL).password)
  }
})

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const given: Record<string, string> = {
  PUBLIC_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://elsewhere/shop',
  EVENT_STORE_URL: 'esdb://elsewhere',
  QUEUE_URL: 'rediss://elsewhere',
  FILES_URL: 's3://elsewhere/bucket',
  BACKUP_URL: 's3://elsewhere/backup',
  MAIL_URL: 'smtp://elsewhere',
  TOKEN_SECRET: key(1),
  PERSONAL_DATA_KEY: key(2),
  BANK_LINE_KEY: key(3),
  LOG_SIGNING_KEY: key(4),
  LOG_WRITER_KEY: key(5),
  LOG_ORIGIN: 'shop.example/log',
  LOG_READ_TOKEN: 'the-token-of-a-program-that-reads',
  LOG_WITNESSES: verifierKey(cosignerOf('auditor.example/witness', Buffer.alloc(32, 6))),
  SUPERADMIN_EMAIL: 'owner@shop.example',
  SUPERADMIN_PASSWORD: 'A password of theirs',
  SHOP_NAME: 'Ada’s',
  SHOP_BANK_NAME: 'A bank',
  SHOP_BANK_ACCOUNT_NAME: 'Ada Ltd',
  SHOP_BANK_ACCOUNT_NUMBER: '12',
  SHOP_SUPPORT_EMAIL: 'ada@shop.example',
  SHOP_INSTAGRAM: 'ada',
  SHOP_WHATSAPP: '2348012345678',
  SHOP_HOURS: 'Always',
  SHOP_REGISTRATION: 'RC 7',
  SHOP_ADDRESS: '5 Marina Road, Lagos',
  RATE_LIMITS: 'off',
  SECOND_FACTOR: 'all',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'strand',
  OIDC_CLIENT_SECRET: 'the secret of the client',
  OIDC_NAME: 'Example',
  HEALTH_TOKEN: 'a-token-of-an-operator',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  MAIL_BRAKE: '20',
  DISK_RESERVE: '10%,1GB',
  UNCLAIMED_UPLOADS: '1GB',
  PROOF_RETENTION_DAYS: '30',
  BANK_LINE_DAYS: '300',
  UNDO_SECONDS: '10',
  READ_PROOFS: 'off',
  FOUR_EYES_ABOVE: '500000',
  PAYMENT_EVIDENCE: 'reason',
  PAYMENT_TOLERANCE: '50',
  AUTO_APPROVE: 'code',
  LOG_LEVEL: 'debug',
}

test('every setting takes effect in each service that reads it', async () => {
  const page = await readFile(path.join(root, 'docs/settings.md'), 'utf8')
  const described = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name)
  // Not for an operator to set here: settings of the single process and its embedded parts, and of
  // the places where services meet.
  const elsewhere = ['PORT', 'HOST', 'DATA_DIR', 'TRUSTED_PROXY', 'PROOF_READER']
  // `migrate` sets these, from files.
  const passwords = ['COMMAND', 'PROJECTIONS', 'QUERY', 'WORKERS'].map((name) => `${name}_PASSWORD`)
  for (const name of passwords)
    expect(compose.services.migrate?.environment).toHaveProperty(`${name}_FILE`)
  elsewhere.push(...passwords, 'MIGRATE_PASSWORD')
  expect(Object.keys(given).sort()).toEqual(
    described.filter((name) => !elsewhere.includes(name)).sort(),
  )
  const effective = new Set<string>()
  for (const [name, read] of Object.entries({ ...readers, backup: readBackupConfig })) {
    const plain: Record<string, unknown> = read(given)
    const composed: Record<string, unknown> = read(environmentOf(name, given))
    for (const setting of Object.keys(given)) {
      expect(composed[setting], `${setting} in ${name}`).toEqual(plain[setting])
      if (plain[setting] !== undefined) effective.add(setting)
    }
  }
  expect([...effective].sort()).toEqual(Object.keys(given).sort())
  expect(environmentOf('web', { ...given, TRUSTED_PROXY: '10.0.0.2' })).toEqual({
    PUBLIC_URL: given.PUBLIC_URL,
    SHOP_NAME: given.SHOP_NAME,
    TRUSTED_PROXY: '10.0.0.2',
  })
  expect(compose.services.web?.ports).toEqual([`\${PORT:-8080}:8080`])
})
