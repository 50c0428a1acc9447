import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'

test('a table can be used while a migration is waiting for it', async () => {
  const { pool } = await testDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const migrateNotes = () => migrate(pool, 'notes', pathToFileURL(`${folder}/`))
  await writeFile(path.join(folder, '001-note.sql'), 'create table note (text text)')
  await migrateNotes()

  // Other databases' locks do not count.
  const waitsHere = `select from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`
  const backup = await pool.connect()
  onTestFinished(() => backup.release(true))
  await backup.query('begin')
  await backup.query('select from note')
  await writeFile(path.join(folder, '002-day.sql'), 'alter table note add column day date')
  const migrated = migrateNotes()
  await eventually(async () => (await pool.query(waitsHere)).rowCount, 1)
  await pool.query(`insert into note (text) values ('meanwhile')`)
  await backup.query('commit')
  await migrated
  expect((await pool.query('select * from note')).rows).toEqual([{ text: 'meanwhile', day: null }])
})
