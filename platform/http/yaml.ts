type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/**
 * Writes a JSON value as YAML, with a line for each name and entry. Texts are quoted as in JSON,
 * which YAML 1.2 reads in the same way.
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

/** JSON allows these control characters unescaped; YAML does not. */
const scalar = (value: Json): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\ufeff\ufffe\uffff\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
