import { hash } from 'node:crypto'
import { BadSetting } from '@strand/event-sourcing/errors'
import { z } from 'zod'
import type { BackupStore } from './store.ts'

const Part = z.object({ sha256: z.string(), bytes: z.number() })
const Reference = z.object({ stream: z.string(), revision: z.number(), id: z.string() })

/** What a backup contains. The manifest is written last: without it, there is no backup. */
const Manifest = z.object({
  format: z.literal(1),
  /** Identifies the backup; each later run that adds to it has the same id. */
  backup: z.uuid(),
  run: z.number(),
  /**
   * Whether the shop's database has recorded this run; absent if the shop's release could not do
   * so.
   */
  isNoted: z.literal(true).optional(),
  /** The backup shows the shop as it was at this time, in ISO 8601. */
  at: z.string(),
  /** False if the log never paused: the tables may then be a little ahead of the log. */
  exact: z.boolean(),
  /**
   * The database's migrations, each as `<package> <name>`. Only a release with the same migrations
   * can restore the backup.
   */
  migrations: z.array(z.string()),
  log: z.object({
    events: z.number(),
    /** The last event and its position in the log that was backed up; null if the log is empty. */
    last: Reference.extend({ position: z.string() }).nullable(),
    /** The root hash of all events in base64, and the partial tiles of their tree. */
    root: z.string(),
    edge: z.array(z.object({ level: z.number(), index: z.number(), hashes: z.string() })),
    /** The newest signed checkpoint; null before the first checkpoint. */
    checkpoint: z.string().nullable(),
    /** In log order. */
    segments: z.array(z.string()),
    types: z.record(z.string(), z.number()),
  }),
  /** Totals over all events, by name; the shop defines what is added up. */
  sums: z.record(z.string(), z.number()),
  tables: z.record(z.string(), z.object({ rows: z.number(), parts: z.array(z.string()) })),
  sequences: z.record(z.string(), z.string()),
  files: z.object({
    lists: z.array(z.string()),
    count: z.number(),
    bytes: z.number(),
    /**
     * The numbers of files that the shop refers to but no longer has: `kept` counts those that the
     * backup has from an earlier run, and `lost` all others.
     */
    missing: z.object({ kept: z.number(), lost: z.number() }).optional(),
  }),
  erasures: z.string(),
  /** The file with the shop's secrets; absent if the backup has none. */
  secrets: z.string().optional(),
  /** All files in the backup except the proofs of payment; for these, see `files.lists`. */
  parts: z.record(z.string(), Part),
})

export type Manifest = z.infer<typeof Manifest>
export type Part = z.infer<typeof Part>

/** Personal keys and files that were backed up and that the shop has deleted since. */
export type Erasures = { keys: string[]; files: string[] }

/** A proof of payment in the backup; each line of the files in `files.lists` is one. */
export type BackedUpFile = Part & { key: string }

const manifestName = 'manifest.json'

export const sha256Of = (content: Uint8Array): string => hash('sha256', content, 'hex')

/** Null if no backup was ever completed. Throws BadSetting if the file is not a valid manifest. */
export const readManifest = async (store: BackupStore): Promise<Manifest | null> => {
  const text = await store.read(manifestName)
  if (!text) return null
  const { sha256, ...content } = readJson(text.toString())
  const parsed = Manifest.safeParse(content)
  if (sha256 !== sha256Of(Buffer.from(JSON.stringify(content))) || !parsed.success)
    throw new BadSetting(`${manifestName} was altered, or is from another release`)
  return parsed.data
}

export const writeManifest = async (store: BackupStore, manifest: Manifest): Promise<void> => {
  const sha256 = sha256Of(Buffer.from(JSON.stringify(manifest)))
  await store.write(manifestName, Buffer.from(JSON.stringify({ ...manifest, sha256 })))
}

const readJson = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The backup does not contain the file of secrets; the operator must say where it is. */
export class MissingSecrets extends BadSetting {}

/**
 * Reads a file of the backup and checks its hash. Throws BadSetting with the file's name if it is
 * missing or altered.
 */
export const readPart = async (
  store: BackupStore,
  { parts }: Pick<Manifest, 'parts'>,
  name: string,
): Promise<Buffer> => readChecked(store, name, parts[name])

/** @param expected the size and hash in the manifest */
export const readChecked = async (
  store: BackupStore,
  name: string,
  expected: Part | undefined,
): Promise<Buffer> => {
  const content = await store.read(name)
  if (!content && name.startsWith('secrets-'))
    throw new MissingSecrets(
      `The backup lacks its file ${name}: if it was moved, name it with --keys`,
    )
  if (!content) throw new BadSetting(`The backup lacks its file ${name}`)
  if (content.length !== expected?.bytes || sha256Of(content) !== expected.sha256)
    throw new BadSetting(`The backup's file ${name} was altered`)
  return content
}

/** Writes files, and collects their sizes and hashes for the manifest. */
export const openPartWriter = (store: BackupStore, known: Record<string, Part>) => {
  const parts = { ...known }
  return {
    parts,
    write: async (name: string, content: Uint8Array): Promise<void> => {
      await store.write(name, content)
      parts[name] = { sha256: sha256Of(content), bytes: content.length }
    },
  }
}

export type PartWriter = ReturnType<typeof openPartWriter>

/** The name of a proof of payment within a backup. */
export const nameOfFile = (key: string): string => `files/${key}`
