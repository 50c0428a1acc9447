import { hash } from 'node:crypto'
import { BadSetting } from '@strand/event-sourcing/errors'
import { z } from 'zod'
import type { BackupStore } from './store.ts'

const Part = z.object({ sha256: z.string(), bytes: z.number() })
const Reference = z.object({ stream: z.string(), revision: z.number(), id: z.string() })

/** The contents of a backup. The manifest is written last: without it, there is no backup. */
const Manifest = z.object({
  format: z.literal(1),
  /** Identifies the backup; the same for all runs into one place. */
  backup: z.uuid(),
  /** The number of the run, counted from 1. */
  run: z.number(),
  /** Whether the shop's database recorded this run; absent if its release could not. */
  isNoted: z.literal(true).optional(),
  /** The moment that the backup shows, in ISO 8601. */
  at: z.string(),
  /** False if the log never paused: the tables may then be slightly ahead of the log. */
  exact: z.boolean(),
  /**
   * The database's migrations, `<package> <name>`; only a release with the same ones can restore
   * it.
   */
  migrations: z.array(z.string()),
  log: z.object({
    events: z.number(),
    /** The last event, with its position in the log that was read; null if the log is empty. */
    last: Reference.extend({ position: z.string() }).nullable(),
    /** The root of the tree over all events, in base64, and its partial tiles. */
    root: z.string(),
    edge: z.array(z.object({ level: z.number(), index: z.number(), hashes: z.string() })),
    /** The newest signed checkpoint; null if there is none yet. */
    checkpoint: z.string().nullable(),
    /** In log order. */
    segments: z.array(z.string()),
    types: z.record(z.string(), z.number()),
  }),
  /** Sums over all events, by name, as the shop defines them. */
  sums: z.record(z.string(), z.number()),
  tables: z.record(z.string(), z.object({ rows: z.number(), parts: z.array(z.string()) })),
  sequences: z.record(z.string(), z.string()),
  files: z.object({
    lists: z.array(z.string()),
    count: z.number(),
    bytes: z.number(),
    /** Files that the shop refers to but does not have: kept from an earlier run, or lost. */
    missing: z.object({ kept: z.number(), lost: z.number() }).optional(),
  }),
  erasures: z.string(),
  /** The shop's secrets; absent if the backup was made without them. */
  secrets: z.string().optional(),
  /** All other files of the backup, except the proofs, which `files.lists` name. */
  parts: z.record(z.string(), Part),
})

export type Manifest = z.infer<typeof Manifest>
export type Part = z.infer<typeof Part>

/** People's keys, and files, that were deleted from the shop after they were backed up. */
export type Erasures = { keys: string[]; files: string[] }

/** A proof from the file store, as `files.lists` have it, one per line. */
export type BackedUpFile = Part & { key: string }

const manifestName = 'manifest.json'

export const sha256Of = (content: Uint8Array): string => hash('sha256', content, 'hex')

/**
 * Null if no backup has been completed yet. Throws BadSetting if the file is not a valid manifest.
 */
export const readManifest = async (store: BackupStore): Promise<Manifest | null> => {
  const text = await store.read(manifestName)
  if (!text) return null
  const { sha256, ...content } = readJson(text.toString())
  const parsed = Manifest.safeParse(content)
  if (sha256 !== sha256Of(Buffer.from(JSON.stringify(content))) || !parsed.success)
    throw new BadSetting(`${manifestName} was altered, or is from another release`)
  return parsed.data
}

/** Writes the manifest, which makes the run visible. */
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

/** The file of secrets is not in the backup. If it was moved, the operator must say where it is. */
export class MissingSecrets extends BadSetting {}

/**
 * A file of the backup, verified. Throws BadSetting naming the file if it is missing or altered.
 */
export const readPart = async (
  store: BackupStore,
  { parts }: Pick<Manifest, 'parts'>,
  name: string,
): Promise<Buffer> => readChecked(store, name, parts[name])

/** @param expected what the manifest says about the file */
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

/** Writes files, and remembers their sizes and hashes for the manifest. */
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

/** The name of a proof from the file store in a backup. */
export const nameOfFile = (key: string): string => `files/${key}`
