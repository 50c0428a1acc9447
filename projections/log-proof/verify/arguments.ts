import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BadSetting } from '@strand/event-sourcing/errors'

export type VerifyArguments = {
  since?: string
  /** The address of published files, which are verified instead of the database. */
  log?: string
  key?: string
  afterRestore: boolean
}

const usage = `Usage: npm run verify [-- --since checkpoint.txt]
       npm run verify -- --log URL [--key key.txt] [--since checkpoint.txt]
       npm run verify -- --after-restore`

/** Throws `BadSetting` with the usage for unexpected arguments. */
export const readArguments = (given: string[]): VerifyArguments => {
  const text = { type: 'string' } as const
  const options = {
    since: text,
    log: text,
    key: text,
    'after-restore': { type: 'boolean' },
  } as const
  let values: { since?: string; log?: string; key?: string; 'after-restore'?: boolean }
  try {
    values = parseArgs({ args: given, options, strict: true }).values
  } catch {
    throw new BadSetting(usage)
  }
  const { since, log, key, 'after-restore': afterRestore = false } = values
  if ((key && !log) || (afterRestore && (log || since))) throw new BadSetting(usage)
  return {
    ...(since === undefined ? {} : { since: readText(since) }),
    ...(key === undefined ? {} : { key: readText(key) }),
    ...(log === undefined ? {} : { log: readUrl(log) }),
    afterRestore,
  }
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new BadSetting(`${file} cannot be read`)
  }
}

const readUrl = (url: string): string => {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url
  throw new BadSetting('--log: expected an address like https://shop.example/api/audit/log')
}
