import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, writeFileSync } from 'node:fs'

/**
 * Generates the secrets of a shop under Docker Compose once, so that no project file and no
 * environment contains them. Existing secrets stay, and secrets that a newer release needs are
 * added. Then gives each service its own secrets, in a volume that no other service sees.
 */
const [folder = '/secrets', shared = '/shared'] = process.argv.slice(2)

/** Each of these services signs in to Postgres with a role of its own. */
const services = ['command', 'projections', 'query', 'workers']
const readers: Record<string, string[]> = {
  postgres: ['postgres-password'],
  valkey: ['valkey.conf', 'valkey-password'],
  backup: [
    'pgpass',
    'token-secret',
    'personal-data-key',
    'bank-line-key',
    'log-signing-key',
    'log-writer-key',
  ],
  migrate: ['pgpass', ...services.map((service) => `${service}-password`)],
  'command-api': [
    'command-pgpass',
    'token-secret',
    'personal-data-key',
    'bank-line-key',
    'health-token',
    'log-writer-key',
  ],
  'query-api': ['query-pgpass', 'token-secret', 'personal-data-key', 'health-token'],
  projections: ['projections-pgpass', 'personal-data-key', 'log-signing-key', 'log-writer-key'],
  workers: ['workers-pgpass', 'token-secret', 'personal-data-key', 'queue-url'],
  prometheus: ['health-token'],
}

const keep = (name: string, make: () => string) => {
  if (!existsSync(`${folder}/${name}`)) writeFileSync(`${folder}/${name}`, make(), { mode: 0o600 })
}

/** Generates a password, and the files for its users. */
const keepPassword = (name: string, files: (password: string) => Record<string, string>) => {
  if (existsSync(`${folder}/${name}`)) return
  const password = randomBytes(24).toString('hex')
  for (const [file, text] of Object.entries(files(password)))
    writeFileSync(`${folder}/${file}`, text, { mode: 0o600 })
  // The password is written last, so that after an interrupted start, all files are generated
  // again.
  writeFileSync(`${folder}/${name}`, password, { mode: 0o600 })
}

keepPassword('postgres-password', (password) => ({
  // PGPASSFILE names this file. Its line fits any host, port, database and user.
  pgpass: `*:*:*:*:${password}\n`,
}))
for (const service of services)
  keepPassword(`${service}-password`, (password) => ({
    [`${service}-pgpass`]: `*:*:*:strand_${service}:${password}\n`,
  }))
keepPassword('valkey-password', (password) => ({
  'valkey.conf': `requirepass ${password}\n`,
  'queue-url': `redis://:${password}@valkey:6379`,
}))
keep('token-secret', () => randomBytes(32).toString('base64'))
keep('personal-data-key', () => randomBytes(32).toString('base64'))
keep('bank-line-key', () => randomBytes(32).toString('base64'))
keep('log-signing-key', () => randomBytes(32).toString('base64'))
keep('health-token', () => randomBytes(24).toString('hex'))
keep('log-writer-key', () => randomBytes(32).toString('base64'))

for (const [service, names] of Object.entries(readers))
  for (const name of names) {
    const copy = `${shared}/${service}/${name}`
    if (existsSync(copy)) chmodSync(copy, 0o600)
    copyFileSync(`${folder}/${name}`, copy)
    // Postgres, Valkey and Prometheus run as other users, and no other service has their volumes.
    // The files of our own services are for this user only, because a password file that others can
    // read stops the start.
    chmodSync(copy, ['postgres', 'valkey', 'prometheus'].includes(service) ? 0o444 : 0o400)
  }
