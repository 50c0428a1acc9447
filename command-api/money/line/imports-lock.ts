/**
 * The lock that keeps three kinds of work from running at the same time: importing a statement,
 * undoing an import, and approving orders automatically.
 */
export const importsLock = 'strand bank imports'
