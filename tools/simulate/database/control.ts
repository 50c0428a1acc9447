import { type Database, databaseError, type Session } from './database.ts'

/** Characters in which a statement of this kind says all that matters. */
const longestName = 80

type Control = { command: string; rows: []; rowCount: 0 }
const done = (command: string): Control => ({ command, rows: [], rowCount: 0 })

const savepoint = (session: Session, name: string) => {
  const writes = new Map(session.transaction?.writes)
  session.savepoints.push({ name, writes })
}

const rollbackTo = (session: Session, name: string) => {
  const saved = session.savepoints.findLast((one) => one.name === name)
  if (!saved || !session.transaction) throw databaseError('3B001', `no savepoint ${name}`)
  session.transaction.writes = new Map(saved.writes)
  session.isAborted = false
}

/** Begins and ends transactions; undefined for a statement that does neither. */
export const control = (
  database: Database,
  session: Session,
  text: string,
  begin: () => Session['transaction'],
): Control | undefined => {
  // A word is found at once, however long the statement is.
  const said = text.slice(0, longestName).trimStart().toLowerCase()
  const [word = '', second = '', third = '', fourth = ''] = said.split(' ')
  if (word === 'begin') {
    session.transaction ??= begin()
    return done('BEGIN')
  }
  if (word === 'commit') {
    const isCommitted = !session.isAborted
    database.endTransaction(session, isCommitted)
    return done(isCommitted ? 'COMMIT' : 'ROLLBACK')
  }
  if (word === 'rollback' && second === 'to') {
    rollbackTo(session, third === 'savepoint' ? fourth : third)
    return done('ROLLBACK')
  }
  if (word === 'rollback') {
    database.endTransaction(session, false)
    return done('ROLLBACK')
  }
  if (word === 'savepoint') savepoint(session, second)
  else if (word === 'release') session.savepoints.pop()
  else if (word === 'notify') database.notify(second.replace(/,.*$/, ''))
  else if (word === 'listen') session.channels.add(second)
  else if (word !== 'set') return undefined
  return done(word.toUpperCase())
}
