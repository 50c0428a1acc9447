import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'

/**
 * Makes the secrets of a composed shop once, in the volume that the services read them from: so
 * that none stands in a file of the project or in the environment of the machine.
 */
const folder = process.argv[2] ?? '/secrets'
const password = randomBytes(24).toString('hex')
const secrets: Record<string, string> = {
  'postgres-password': password,
  // Read by the pg package where PGPASSFILE names it: any host, port, database and user.
  pgpass: `*:*:*:*:${password}\n`,
  'token-secret': randomBytes(32).toString('base64'),
  'personal-data-key': randomBytes(32).toString('base64'),
}
if (!existsSync(`${folder}/personal-data-key`))
  for (const [name, value] of Object.entries(secrets))
    writeFileSync(`${folder}/${name}`, value, { mode: 0o600 })
