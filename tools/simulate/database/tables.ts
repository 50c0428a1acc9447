/** Rows are replaced, never changed in place. */
export type Row = Record<string, unknown>

/** A transaction: what it wrote, and the rows and names that others wait for until it ends. */
export type Transaction = {
  writes: Map<string, { table: string; key: string; row: Row | null }>
  ended: Promise<void>
  end: () => void
}

export const newTransaction = (): Transaction => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { writes: new Map(), ended: promise, end: resolve }
}

/** Thrown by a statement that has to wait for another transaction. */
export class Blocked extends Error {
  readonly by: Owner
  constructor(by: Owner) {
    super('blocked')
    this.by = by
  }
}

/** Who holds a lock: a session, with the promise that its transaction, or itself, ends. */
export type Owner = { id: number; released: () => Promise<void> }

const lockKey = (table: string, key: string) => `${table} ${key}`

/** The rows that are committed, and who holds which of them. */
export const openTables = () => {
  const tables = new Map<string, Map<string, Row>>()
  const locks = new Map<string, Owner>()
  const tableOf = (name: string) => {
    const known = tables.get(name)
    if (known) return known
    const table = new Map<string, Row>()
    tables.set(name, table)
    return table
  }

  return {
    /** The committed rows of a table, by their keys. */
    committed: (name: string): ReadonlyMap<string, Row> => tableOf(name),
    names: () => [...tables.keys()],
    holder: (table: string, key: string) => locks.get(lockKey(table, key)),
    lock: (table: string, key: string, owner: Owner) => {
      const holder = locks.get(lockKey(table, key))
      if (holder && holder.id !== owner.id) throw new Blocked(holder)
      locks.set(lockKey(table, key), owner)
    },
    unlockAll: (owner: Owner) => {
      for (const [name, holder] of locks) if (holder.id === owner.id) locks.delete(name)
    },
    apply: ({ writes }: Transaction) => {
      for (const { table, key, row } of writes.values())
        if (row) tableOf(table).set(key, row)
        else tableOf(table).delete(key)
    },
  }
}

export type Tables = ReturnType<typeof openTables>

/** What a statement may do: read what its transaction sees, and write into it. */
export type Statement = {
  get: (table: string, key: string) => Row | undefined
  all: (table: string) => Row[]
  put: (table: string, key: string, row: Row) => void
  remove: (table: string, key: string) => void
  /** Whether another transaction has changed the row and is not over. */
  isTaken: (table: string, key: string) => boolean
  /** Milliseconds, by the database's own clock. */
  now: number
  nextId: () => number
  /** Takes an advisory lock; `wait` says whether to wait for whoever holds it. */
  advisory: (name: string, how: { scope: 'session' | 'transaction'; wait: boolean }) => boolean
  notify: (channel: string) => void
  listen: (channel: string) => void
  /** Says that something happened that never must. */
  mustNot: (problem: string) => void
}

/** The view of a transaction, and its writes of one statement, which count only if that succeeds. */
export const viewOf = (tables: Tables, transaction: Transaction, owner: Owner) => {
  const staged: Transaction['writes'] = new Map()
  const change = (table: string, key: string, row: Row | null) => {
    tables.lock(table, key, owner)
    staged.set(lockKey(table, key), { table, key, row })
  }
  const seen = (table: string, key: string) => {
    const written = staged.get(lockKey(table, key)) ?? transaction.writes.get(lockKey(table, key))
    return written ? (written.row ?? undefined) : tables.committed(table).get(key)
  }
  return {
    get: seen,
    all: (table: string): Row[] => {
      if (transaction.writes.size === 0 && staged.size === 0)
        return [...tables.committed(table).values()]
      const rows = new Map(tables.committed(table))
      for (const writes of [transaction.writes, staged])
        for (const write of writes.values())
          if (write.table === table)
            if (write.row) rows.set(write.key, write.row)
            else rows.delete(write.key)
      return [...rows.values()]
    },
    put: change,
    remove: (table: string, key: string) => change(table, key, null),
    isTaken: (table: string, key: string) => {
      const holder = tables.holder(table, key)
      return holder !== undefined && holder.id !== owner.id
    },
    keep: () => {
      for (const [key, write] of staged) transaction.writes.set(key, write)
    },
  }
}
