/**
 * The lock for running an import, undoing one and approving orders automatically, which never
 * happen at the same time.
 */
export const importsLock = 'strand bank imports'
