/**
 * Held while an import runs or is undone, and while orders are approved automatically, so that
 * these never overlap.
 */
export const importsLock = 'strand bank imports'
