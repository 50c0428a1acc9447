import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'

/**
 * Makes the secrets of a composed shop once, in the volume that the services read them from: so
 * that none stands in a file of the project or in the environment of the machine. One that is there
 * stays as it is, and one that a newer release needs is added.
 */
const folder = process.argv[2] ?? '/secrets'

const keep = (name: string, value: () => string) => {
  if (!existsSync(`${folder}/${name}`)) writeFileSync(`${folder}/${name}`, value(), { mode: 0o600 })
}

/** A password, and the file in which the pg package finds it (PGPASSFILE): any host and database. */
const keepPassword = (passwordFile: string, pgpass: string, role: string) => {
  if (existsSync(`${folder}/${passwordFile}`)) return
  const password = randomBytes(24).toString('hex')
  writeFileSync(`${folder}/${pgpass}`, `*:*:*:${role}:${password}\n`, { mode: 0o600 })
  writeFileSync(`${folder}/${passwordFile}`, password, { mode: 0o600 })
}

keepPassword('postgres-password', 'pgpass', '*')
for (const service of ['command', 'projections', 'query', 'workers'])
  keepPassword(`${service}-password`, `${service}-pgpass`, `strand_${service}`)
keep('token-secret', () => randomBytes(32).toString('base64'))
keep('personal-data-key', () => randomBytes(32).toString('base64'))
