import { randomUUID } from 'node:crypto'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { random } from '@strand/platform/testing/random'
import { readCheckpoints } from '../tables.ts'

/** The number of events at the end of each day. They fill one tile and part of a second. */
export const days = [60, 140, 400]
export const size = 400

const below = (n: number) => Math.floor(random() * n)

/** Flips a random bit somewhere in a text. Tries again if the result contains a NUL character. */
const flipText = (text: string): string => {
  const bytes = Buffer.from(text)
  const at = below(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
  return bytes.toString('latin1').includes('\0') ? flipText(text) : bytes.toString()
}

export type Altered = { kind: string; index: number }

/** Flips a bit in a random column. Tries again if Postgres rejects the changed value. */
const flipBit = async (pool: Pool): Promise<Altered> => {
  for (;;) {
    const index = below(size)
    const column =
      ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata'][below(7)] ?? ''
    const { rows } = await pool.query(
      `select ${column}::text as text from event_log.event where position = $1`,
      [index],
    )
    const before: string = rows[0].text
    const bit = below(column === 'position' ? 63 : 31)
    const isNumber = column === 'position' || column === 'revision'
    const after = isNumber ? String(BigInt(before) ^ (1n << BigInt(bit))) : flipText(before)
    if (column === 'id' && after.toLowerCase() === before) continue
    try {
      await pool.query(`update event_log.event set ${column} = $1 where position = $2`, [
        after,
        index,
      ])
    } catch {
      continue
    }
    return { kind: `a bit of ${column} of ${index}`, index }
  }
}

const shift = async (pool: Pool, from: number, by: 1 | -1) => {
  // Two statements, because positions are unique.
  await pool.query('update event_log.event set position = -position - 1000 where position >= $1', [
    from,
  ])
  await pool.query(
    'update event_log.event set position = -(position + 1000) + $1 where position < 0',
    [by],
  )
}

export const tamperings: ((pool: Pool) => Promise<Altered>)[] = [
  flipBit,
  flipBit,
  flipBit,
  async (pool) => {
    const index = below(size)
    await pool.query('delete from event_log.event where position = $1', [index])
    return { kind: 'a row removed', index }
  },
  async (pool) => {
    const index = below(size - 1)
    await pool.query('delete from event_log.event where position = $1', [index])
    await shift(pool, index + 1, -1)
    await pool.query('update event_log.head set position = position - 1')
    return { kind: 'a row removed, and the gap closed', index }
  },
  async (pool) => {
    const index = below(size - 1)
    const other = index + 1 + below(size - index - 1)
    for (const [from, to] of [
      [index, -1],
      [other, index],
      [-1, other],
    ])
      await pool.query('update event_log.event set position = $2 where position = $1', [from, to])
    return { kind: `two rows swapped, with ${other}`, index }
  },
  async (pool) => {
    const index = below(size)
    await shift(pool, index, 1)
    await pool.query(
      `insert into event_log.event select $1, 'order-new', 0, $2, type, data, metadata, recorded_at
         from event_log.event where position = $3`,
      [index, randomUUID(), index === 0 ? 1 : 0],
    )
    await pool.query('update event_log.head set position = position + 1')
    return { kind: 'a row inserted', index }
  },
  async (pool) => {
    await pool.query(
      `insert into event_log.event select $1, 'order-new', 3, $2, type, data, metadata, recorded_at
         from event_log.event where position = 0`,
      [size, randomUUID()],
    )
    await pool.query('update event_log.head set position = position + 1')
    return { kind: 'a row behind the newest checkpoint that begins no stream', index: size }
  },
  async (pool) => {
    // This event is well-formed, but it has another event's MAC.
    await pool.query(
      `insert into event_log.event select $1, 'order-new', 0, $2, type, data, metadata, recorded_at
         from event_log.event where position = $3`,
      [size, randomUUID(), below(size)],
    )
    await pool.query('update event_log.head set position = position + 1')
    return { kind: 'a whole row behind the newest checkpoint', index: size }
  },
  async (pool) => {
    const { rows } = await pool.query(
      `delete from event_log.event e using (
         select stream, max(revision) as last from event_log.event group by stream
          order by md5(stream || $1) limit 1) s
        where e.stream = s.stream and e.revision >= s.last - $2 returning e.position::int as index`,
      [String(random()), below(2)],
    )
    const indexes = rows.map(({ index }) => index).sort((one, other) => other - one)
    for (const index of indexes) await shift(pool, index + 1, -1)
    await pool.query('update event_log.head set position = position - $1', [indexes.length])
    return { kind: 'the end of a stream cut off', index: indexes.at(-1) }
  },
  async (pool) => {
    const index = below(size)
    await pool.query('delete from event_log.event where position >= $1', [index])
    await pool.query('update event_log.head set position = $1', [index - 1])
    return { kind: 'the end of the log cut off', index }
  },
  async (pool) => {
    const index = below(size)
    await pool.query('update event_log.head set position = $1', [index - 1])
    return { kind: 'the counter set back', index }
  },
  async (pool) => {
    const level = below(2)
    const place = level === 0 ? below(size) : 0
    await pool.query(
      `update log_proof.tile set hashes = set_byte(hashes, $3, get_byte(hashes, $3) # $4)
        where level = $1 and index = $2`,
      [level, Math.floor(place / 256), (place % 256) * 32 + below(32), 1 << below(8)],
    )
    return { kind: `a bit of a tile of level ${level}`, index: level === 0 ? place : place * 256 }
  },
  async (pool) => {
    const index = below(2)
    await pool.query('delete from log_proof.tile where level = 0 and index = $1', [index])
    return { kind: 'a tile removed', index: index * 256 }
  },
  async (pool) => {
    const kept = (await readCheckpoints(pool))[below(days.length)]
    if (!kept) throw new Error('no checkpoint')
    await pool.query('update log_proof.checkpoint set note = $2 where day = $1', [
      kept.day,
      flipText(kept.note),
    ])
    return { kind: `a bit of the checkpoint of ${kept.day}`, index: kept.size }
  },
  async (pool) => {
    const which = below(days.length)
    await pool.query('update log_proof.checkpoint set size = size + 1 where size = $1', [
      days[which],
    ])
    return { kind: 'the size of a checkpoint', index: days[which] ?? 0 }
  },
]
