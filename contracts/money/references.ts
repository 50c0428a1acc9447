/** Separates the references of a line. A line's id is made with the first reference. */
const separator = ' · '

export const joinReferences = (references: string[]): string =>
  [...new Set(references.filter((reference) => reference !== ''))].join(separator)

export const referencesIn = (reference: string): string[] => reference.split(separator)
