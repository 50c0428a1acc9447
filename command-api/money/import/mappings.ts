import { StatementMapping } from '@strand/contracts/money/statement'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { RememberedMapping } from './statement-task.ts'

/** How many headers the shop remembers, for all its accounts together. A bank uses only a few. */
const maxRemembered = 200

export const rememberedMappings = async (
  pool: Pick<Pool, 'query'>,
  bankAccountId: string,
): Promise<RememberedMapping[]> => {
  const { rows } = await pool.query<{ fingerprint: string; mapping: unknown }>(
    'select fingerprint, mapping from bank_mapping where bank_account_id = $1',
    [bankAccountId],
  )
  return rows.flatMap(({ fingerprint, mapping }) => {
    const parsed = StatementMapping.safeParse(mapping)
    return parsed.success ? [{ fingerprint, mapping: parsed.data }] : []
  })
}

/**
 * Remembers the mapping of an import. Beyond the limit, forgets the least recently used mapping.
 */
export const rememberMapping = async (
  { pool, now }: { pool: Pick<Pool, 'query'>; now: Now },
  { bankAccountId, fingerprint, mapping }: RememberedMapping & { bankAccountId: string },
): Promise<void> => {
  await pool.query(
    `insert into bank_mapping (fingerprint, bank_account_id, mapping, used_at)
     values ($1, $2, $3, $4)
     on conflict (fingerprint) do update
       set mapping = excluded.mapping, used_at = excluded.used_at`,
    [fingerprint, bankAccountId, JSON.stringify(mapping), now().toISOString()],
  )
  await pool.query(
    `delete from bank_mapping where fingerprint in (
       select fingerprint from bank_mapping order by used_at desc, fingerprint offset $1
     )`,
    [maxRemembered],
  )
}

/**
 * Forgets the mapping that an import stored, so that a person is asked again about the next file
 * with this header. Keeps the mapping if another import of the account, which was not undone, used
 * it too.
 */
export const forgetMapping = async (
  pool: Pick<Pool, 'query'>,
  statementId: string,
): Promise<void> => {
  await pool.query(
    `delete from bank_mapping known using bank_import undone
     where undone.statement_id = $1 and known.bank_account_id = undone.bank_account_id
       and known.mapping = undone.head -> 'mapping'
       and not exists (
         select from bank_import other
         where other.bank_account_id = known.bank_account_id and other.state = 'done'
           and other.statement_id <> undone.statement_id
           and other.head -> 'mapping' = known.mapping
           and not exists (
             select from bank_take_back gone
             where gone.statement_id = other.statement_id and gone.state = 'done'
           )
       )`,
    [statementId],
  )
}
