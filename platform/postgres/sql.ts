import pg from 'pg'

/**
 * SQL made of fragments, each with its own parameters. `statementOf` numbers the parameters of the
 * whole statement, so that a fragment need not know which numbers other fragments use. A statement
 * in one piece needs no fragments: it is a plain string with `$1`.
 */
export type Sql = { readonly parts: readonly (string | Parameter)[] }

/** A parameter. If it occurs several times, it gets one number and its value is sent once. */
export type Parameter = { readonly value: unknown }

export const parameter = (value: unknown): Parameter => ({ value })

/** Text that is SQL: from our own code, never from a request. */
export const raw = (text: string | number): Sql => ({ parts: [String(text)] })

const partsOf = (inserted: Sql | Parameter) => ('parts' in inserted ? inserted.parts : [inserted])

export const sql = (texts: TemplateStringsArray, ...inserted: (Sql | Parameter)[]): Sql => ({
  parts: texts.flatMap((text, index) => {
    const next = inserted[index]
    return next ? [text, ...partsOf(next)] : [text]
  }),
})

export const joinSql = (fragments: Sql[], separator: string): Sql => ({
  parts: fragments.flatMap(({ parts }, index) => (index === 0 ? parts : [separator, ...parts])),
})

/** The form that `pg` takes. The same fragments make the same text, whatever their parameters. */
export const statementOf = ({ parts }: Sql): { text: string; values: unknown[] } => {
  const numbers = new Map<Parameter, number>()
  const numberOf = (part: Parameter) => {
    const number = numbers.get(part) ?? numbers.size + 1
    numbers.set(part, number)
    return number
  }
  const text = parts
    .map((part) => (typeof part === 'string' ? part : `$${numberOf(part)}`))
    .join('')
  return { text, values: [...numbers.keys()].map(({ value }) => value) }
}

/** Quotes the name of a schema, table or column for SQL. */
export const identifier = pg.escapeIdentifier
