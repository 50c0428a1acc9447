/** Separates the references of a line. Only the first reference goes into the line's id. */
const separator = ' · '

export const joinReferences = (references: string[]): string =>
  [...new Set(references.filter((reference) => reference !== ''))].join(separator)

export const referencesIn = (reference: string): string[] => reference.split(separator)
