/** Between the references of one line, where the bank gives several: the one that its id is made of first. */
const separator = ' · '

export const joinReferences = (references: string[]): string =>
  [...new Set(references.filter((reference) => reference !== ''))].join(separator)

/** The references of a line, each by itself. */
export const referencesIn = (reference: string): string[] => reference.split(separator)
