import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { UserPersonal } from '../contracts/accounts/events.ts'
import { EventMetadata } from '../contracts/envelope.ts'
import { eventCodecs } from '../contracts/events.ts'
import { BankLinePersonal } from '../contracts/money/bank-line.events.ts'
import { BankStatementPersonal } from '../contracts/money/events.ts'
import { SealedText } from '../contracts/order/events.ts'
import { OrderPersonal } from '../contracts/order/personal.ts'
import { ProofReading } from '../contracts/order/proof-reading.ts'
import { Shipment } from '../contracts/order/shipment.ts'

/**
 * `npm run docs:events` writes `docs/events.md`, the catalogue of events, from the schemas. `npm
 * run check:events` fails if the file does not match the schemas.
 */
const file = new URL('../docs/events.md', import.meta.url)

type JsonSchema = {
  type?: string
  format?: string
  contentEncoding?: string
  enum?: string[]
  const?: string
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
}

const typeOf = (schema: JsonSchema): string => {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(', ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return schema.format ?? schema.contentEncoding ?? schema.type ?? 'anything'
}

/** The object in a field, also in a list or a nullable field. */
const objectIn = (schema: JsonSchema): JsonSchema | undefined => {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find((one) => one !== undefined)
}

const isSealed = (schema: JsonSchema) => Object.keys(schema.properties ?? {}).join() === 'keyId,box'

const rows = (schema: JsonSchema, prefix = ''): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = objectIn(field)
    const sealed = inner !== undefined && isSealed(inner)
    const type = sealed ? typeOf(field).replace('object', 'sealed') : typeOf(field)
    const optional = schema.required?.includes(name) ? '' : ', may be missing'
    const row = `| \`${prefix}${name}\` | ${type}${optional} | ${field.description ?? ''} |`
    return [row, ...(inner && !sealed ? rows(inner, `${prefix}${name}.`) : [])]
  })

const table = (schema: z.ZodType) =>
  [
    '| field | type | meaning |',
    '|---|---|---|',
    ...rows(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema),
  ].join('\n')

const streams = eventCodecs.map(({ stream, definitions }) => {
  const events = definitions.map(
    ({ type, version, description, data }) =>
      `### ${type}\n\nVersion ${version}. ${description}\n\n${table(data)}`,
  )
  return [`## Stream \`${stream}\``, ...events].join('\n\n')
})

const text = `# The events

\`npm run docs:events\` generates this page from the event schemas in \`contracts/\`, and
\`npm run check\` fails when the two differ. Events are stored forever and never rewritten. When the
shape of an event type changes, the type gets the next version and an upcaster, which
\`event-sourcing/codec.ts\` applies to older events when it reads them:
[the steps](adding-a-feature.md#a-new-shape-of-a-stored-event).
Prices are in whole naira, bank amounts in kobo; times are ISO 8601 in UTC.

${streams.join('\n\n')}

## Metadata of every event

${table(EventMetadata)}

## Sealed contents

A sealed field holds \`keyId\` and \`box\`: JSON, encrypted with AES-256-GCM under a key that is stored
outside the log. An erasure destroys the key. The codec cannot upcast sealed contents, so these
schemas accept every older shape.

### OrderPersonal

${table(OrderPersonal)}

### UserPersonal

${table(UserPersonal)}

### Shipment

${table(Shipment)}

### BankLinePersonal

${table(BankLinePersonal)}

### BankStatementPersonal

${table(BankStatementPersonal)}

### ProofReading

${table(ProofReading)}

### SealedText: a message, a note, a reason, or other words of a person

${table(SealedText)}
`

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error('docs/events.md does not match the schemas: run `npm run docs:events`.')
    process.exitCode = 1
  }
} else await writeFile(file, text)
