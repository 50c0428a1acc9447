/** Separates several references of one line. The first is the one used in the line's id. */
const separator = ' · '

export const joinReferences = (references: string[]): string =>
  [...new Set(references.filter((reference) => reference !== ''))].join(separator)

/** Splits the references of a line. */
export const referencesIn = (reference: string): string[] => reference.split(separator)
