import pg from 'pg'

/**
 * Drops the databases that `templateDatabase` made in a test run: the server may outlive the run.
 */
export const dropTemplates = async (server: string, testRun: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [`test_template_${testRun}_`],
  )
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  await client.end()
}
