/** Held while a statement is imported or taken back, and while orders are approved by themselves: never both. */
export const importsLock = 'strand bank imports'
