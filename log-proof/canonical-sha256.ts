import type { Json } from '@strand/event-sourcing/event-store/event-store'
import { canonicalJson } from './canonical-json.ts'
import { sha256Hex } from './hashes.ts'

/** The SHA-256 of a value’s canonical JSON, in hexadecimal. Throws what `canonicalJson` throws. */
export const canonicalSha256 = (value: Json): string => sha256Hex(canonicalJson(value))
