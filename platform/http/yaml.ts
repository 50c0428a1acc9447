/** What JSON can say. */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/**
 * A JSON value as YAML: a line for each name and entry, with the texts in quotation marks as JSON writes
 * them, which YAML 1.2 reads alike.
 */
export const yamlOf = (value: Json): string => `${linesOf(value).join('\n')}\n`

const linesOf = (value: Json): string[] => {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((entry) => {
      const [first, ...rest] = linesOf(entry)
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)]
    })
  if (isFilledObject(value))
    return Object.entries(value).flatMap(([name, entry]) => {
      const lines = linesOf(entry)
      const isBlock = Array.isArray(entry) ? entry.length > 0 : isFilledObject(entry)
      return isBlock
        ? [`${scalar(name)}:`, ...lines.map((line) => `  ${line}`)]
        : [`${scalar(name)}: ${lines[0]}`]
    })
  return [scalar(value)]
}

const isFilledObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0

/** YAML has no raw control characters, of which JSON lets these stand. */
const scalar = (value: Json): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\ufeff\ufffe\uffff\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
