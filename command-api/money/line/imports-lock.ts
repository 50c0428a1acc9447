/** Held while an import runs or is undone, and while orders are approved by themselves: never both. */
export const importsLock = 'strand bank imports'
