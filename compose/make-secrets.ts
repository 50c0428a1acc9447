import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, writeFileSync } from 'node:fs'

/**
 * Makes the secrets of a composed shop once, so that none stands in a file of the project or in the
 * environment of the machine. One that is there stays as it is; one that a newer release needs is
 * added. Then it gives each service, in a volume that nobody else sees, those that it reads.
 */
const [folder = '/secrets', shared = '/shared'] = process.argv.slice(2)

/** Each signs in to Postgres as a role of its own. */
const services = ['command', 'projections', 'query', 'workers']
const readers: Record<string, string[]> = {
  postgres: ['postgres-password'],
  valkey: ['valkey.conf', 'valkey-password'],
  migrate: ['pgpass', ...services.map((service) => `${service}-password`)],
  'command-api': ['command-pgpass', 'token-secret', 'personal-data-key'],
  'query-api': ['query-pgpass', 'token-secret', 'personal-data-key'],
  projections: ['projections-pgpass', 'personal-data-key'],
  workers: ['workers-pgpass', 'token-secret', 'personal-data-key', 'queue-url'],
}

const keep = (name: string, make: () => string) => {
  if (!existsSync(`${folder}/${name}`)) writeFileSync(`${folder}/${name}`, make(), { mode: 0o600 })
}

/** A password, and the files in which its readers find it. */
const keepPassword = (name: string, files: (password: string) => Record<string, string>) => {
  if (existsSync(`${folder}/${name}`)) return
  const password = randomBytes(24).toString('hex')
  for (const [file, text] of Object.entries(files(password)))
    writeFileSync(`${folder}/${file}`, text, { mode: 0o600 })
  // Last: a start that was cut short makes all of them again.
  writeFileSync(`${folder}/${name}`, password, { mode: 0o600 })
}

keepPassword('postgres-password', (password) => ({
  // Read by the pg package where PGPASSFILE names it: any host, port, database and user.
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

for (const [service, names] of Object.entries(readers))
  for (const name of names) {
    const copy = `${shared}/${service}/${name}`
    if (existsSync(copy)) chmodSync(copy, 0o600)
    copyFileSync(`${folder}/${name}`, copy)
    // Those two run as users of their own, and each is the only one that has its volume. For our
    // services this user's: pg takes no password from a file that others may read.
    chmodSync(copy, service === 'postgres' || service === 'valkey' ? 0o444 : 0o400)
  }
