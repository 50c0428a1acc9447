import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import {
  preparationSettings,
  serverSettings,
  sharedSettings,
  shopSettings,
} from '../platform/process/settings.ts'
import { signInSettings } from '../platform/process/sign-in-settings.ts'

/**
 * `npm run docs:settings` writes `docs/settings.md` from the schemas of the settings. `npm run
 * check:settings` fails if the page does not match them.
 */
const file = new URL('../docs/settings.md', import.meta.url)

const notDescribed: string[] = []

/** A default value in the form of an environment variable. */
const written = (value: unknown): string =>
  value === '' || (Array.isArray(value) && value.length === 0) ? 'none' : `\`${value}\``

const unsetMeans = (schema: z.ZodType): string => {
  const { unset } = schema.meta() ?? {}
  if (typeof unset === 'string') return unset
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return written(schema.def.defaultValue)
  return 'none'
}

const table = (settings: Record<string, z.ZodType>) =>
  [
    '| variable | default | what it is |',
    '|---|---|---|',
    ...Object.entries(settings).map(([name, schema]) => {
      if (!schema.description) notDescribed.push(name)
      return `| \`${name}\` | ${unsetMeans(schema)} | ${schema.description} |`
    }),
  ].join('\n')

const passwords = Object.fromEntries(
  Object.entries(preparationSettings.shape).filter(([name]) => name.endsWith('_PASSWORD')),
)
const dataFolder = {
  DATA_DIR: z.string().meta({
    description: 'the folder for the data of everything that is embedded',
    unset: '`.data`',
  }),
}

const text = `# The settings

\`npm run docs:settings\` generates this page from the schemas in \`platform/process/\`, and \`npm run check\` fails when the two differ.

A setting is an environment variable. An empty one counts as unset. Instead of \`NAME\`, \`NAME_FILE\` may
name a file that holds the value. If a setting is invalid, the start fails with one sentence that names it.
The tables show the defaults of \`npm start\`. Separate services, as in \`docker-compose.yml\`, embed nothing: set
everything that the tables call embedded, made or kept in the data folder.

## Where the shop listens

${table({ ...dataFolder, ...serverSettings })}

## What customers read

${table(shopSettings)}

## How the shop works

${table(sharedSettings)}

## How staff sign in

${table(signInSettings)}

## Passwords that \`npm run migrate\` sets

The database role of each service has the password that is set here; unset, it is left as it is.

${table(passwords)}
`

if (notDescribed.length > 0) {
  console.error(`Say in its schema what it is: ${notDescribed.join(', ')}.`)
  process.exitCode = 1
} else if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error('docs/settings.md does not match the schemas: run `npm run docs:settings`.')
    process.exitCode = 1
  }
} else await writeFile(file, text)
