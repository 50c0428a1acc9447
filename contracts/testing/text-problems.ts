import type { z } from 'zod'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

type TextPlace = { path: string; schema: $ZodType }

const unwrapped = (schema: $ZodType): $ZodTypes => {
  const { def } = (schema as $ZodTypes)._zod
  if (def.type === 'pipe') return unwrapped(def.in)
  return 'innerType' in def ? unwrapped(def.innerType) : (schema as $ZodTypes)
}

/**
 * Finds every place in a schema that accepts text, with all checks on it. A pipe or a `catch` that
 * begins with text is one place. Throws for an unknown kind of schema.
 */
const findTextPlaces = (schema: $ZodType, path = ''): TextPlace[] => {
  const { def } = (schema as $ZodTypes)._zod
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  switch (def.type) {
    case 'string':
      return [{ path, schema }]
    case 'pipe':
    case 'catch':
      if (unwrapped(schema)._zod.def.type === 'string') return [{ path, schema }]
      return def.type === 'catch'
        ? findTextPlaces(def.innerType, path)
        : findTextPlaces(def.in, path)
    case 'optional':
    case 'nullable':
    case 'default':
      return findTextPlaces(def.innerType, path)
    case 'object':
      return Object.entries(def.shape).flatMap(([key, value]) => findTextPlaces(value, at(key)))
    case 'array':
      return findTextPlaces(def.element, at('[]'))
    case 'union':
      return def.options.flatMap((option) => findTextPlaces(option, path))
    case 'record':
      return [...findTextPlaces(def.keyType, at('{}')), ...findTextPlaces(def.valueType, at('{}'))]
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'undefined':
      return []
    default:
      throw new Error(`${path}: this walk does not know the kind ${def.type}: please add it`)
  }
}

const lengths = [0, 1, 7, 11, 36, 100]
const unstorable = ['\0', '\ud800', '\udfff'].flatMap((character) =>
  lengths.flatMap((length) => [
    'a'.repeat(length) + character,
    character + '7'.repeat(length),
    `aA1!${'a'.repeat(length)}${character}z`,
  ]),
)
const isStorable = (value: unknown) => !/[\0\p{Cs}]/u.test(String(value))

/** Longer than any field except a file: a schema that accepts this text sets no maximum length. */
const endless = 'a'.repeat(65_537)

const hasMaximumLength = (schema: $ZodTypes) => 'maxLength' in schema && schema.maxLength !== null

/**
 * The problems of a place that accepts text: it accepts text that cannot be stored, or text of any
 * length.
 */
const problemOf = ({ path, schema }: TextPlace): string[] => {
  const parse = (text: string) => (schema as z.ZodType).safeParse(text)
  const letsThrough = unstorable.some((text) => {
    const { success, data } = parse(text)
    return success && !isStorable(data)
  })
  const isEndless = !hasMaximumLength(unwrapped(schema)) && parse(endless).data === endless
  return [
    ...(letsThrough ? [`${path} accepts text that no database can store`] : []),
    ...(isEndless ? [`${path} accepts text of any length`] : []),
  ]
}

/**
 * Tries every place in a schema that accepts text: with characters that no database can store, and
 * with an endless text.
 *
 * @param except this schema is skipped everywhere, with or without a description
 */
export const textProblemsOf = (schema: z.ZodType, except?: z.ZodType): string[] =>
  findTextPlaces(schema)
    .filter(({ schema: text }) => !except || (text !== except && text._zod.parent !== except))
    .flatMap(problemOf)
