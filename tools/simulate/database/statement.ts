import { createHash } from 'node:crypto'
import type { Row, Statement } from './tables.ts'

export type Answer = { rows: Row[]; rowCount: number }
export type Values = unknown[]

/** What a statement of production code does, said in TypeScript. */
export type Model = (statement: Statement, values: Values) => Row[] | number

export type Modelled = {
  /** How the statement's text begins, or what it contains; white space counts as one blank. */
  text: string
  /** Of the whole text that the model was written for. */
  digest: string
  model: Model
}

export const modelled = (text: string, digest: string, model: Model): Modelled => ({
  text,
  digest,
  model,
})

/** A statement without a model, or one that was changed since its model was written. */
export class UnknownStatement extends Error {
  override name = 'UnknownStatement'
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

export const digestOf = (text: string): string =>
  createHash('sha256').update(plain(text)).digest('hex').slice(0, 8)

/** Finds the model of a statement by its text, and insists that the text is still the same. */
export const openModels = (models: Modelled[]) => {
  const known = new Map<string, Model>()
  const find = (text: string): Model => {
    const said = plain(text)
    const found = models.filter((one) => said.includes(one.text))
    const [one] = found
    if (!one || found.length > 1)
      throw new UnknownStatement(`${found.length} models fit the statement: ${said}`)
    if (one.digest !== digestOf(text))
      throw new UnknownStatement(
        `The statement was changed: look at its model, and give it the digest ${digestOf(text)}: ${said}`,
      )
    return one.model
  }
  return (text: string): Model => {
    const model = known.get(text) ?? find(text)
    known.set(text, model)
    return model
  }
}

export const answerOf = (result: Row[] | number): Answer =>
  typeof result === 'number'
    ? { rows: [], rowCount: result }
    : { rows: result, rowCount: result.length }
