import { services } from '@strand/platform/postgres/roles'
import { urlsOfRoles } from '@strand/platform/testing/database-roles'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop } from '../testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof startTestShop>>
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/**
 * The complete rights, table by role: s select, i insert, u update, d delete, t truncate; brackets
 * mean some columns only. `version` stands for any table of a projection's version; `queue` and
 * `read` stand for any table or view of those schemas.
 */
const matrix = `
  event_log.event            command s     projections s     query s        workers s     migrate si
  event_log.head             command s     projections s     query s        workers s     migrate siudt
  log_proof.checkpoint       command s     projections siud  query s                      migrate siudt
  log_proof.cosignature      command si    projections siud  query s                      migrate siudt
  log_proof.cosigned_checkpoint command si projections siud  query s                      migrate siudt
  log_proof.entry_tile       command s     projections siud  query s                      migrate siudt
  log_proof.retracted_checkpoint           projections si                                 migrate siudt
  log_proof.tile             command s     projections siud  query s                      migrate siudt
  log_proof.tree             command s     projections siud  query s                      migrate siudt
  log_proof.verification     command si    projections siud  query s                      migrate siudt
  public.account             command siud                    query (s)                    migrate siudt
  public.account_event       command siud                                                 migrate siudt
  public.backup_run                                                                       migrate siudt
  public.bank_import         command siud                    query (s)                    migrate siudt
  public.bank_line           command siud                                                 migrate siudt
  public.bank_line_erasure   command siud                                                 migrate siudt
  public.bank_mapping        command siud                                                 migrate siudt
  public.bank_statement_line command siud                                                 migrate siudt
  public.bank_take_back      command siud                                                 migrate siudt
  public.checkpoint          command s     projections siud  query s        workers siu   migrate siudt
  public.command_key         command siud                                                 migrate siudt
  public.issued_report       command si                      query s                      migrate siudt
  public.drill               command s     projections s     query s        workers s     migrate siudt
  public.known_device_link   command siud                                                 migrate siudt
  public.mention_read                                     query siud                   migrate siudt
  public.migration           command s     projections s     query s        workers s     migrate siudt
  public.name_claim          command siud                                                 migrate siudt
  public.oidc_visit          command siud                                                 migrate siudt
  public.order_erasure       command sid                                                  migrate siudt
  public.order_lease                                      query siud                   migrate siudt
  public.order_money         command siud                                                 migrate siudt
  public.outbox              command s(u)                    query s        workers siud  migrate siudt
  public.outbox_admission                                                   workers sid   migrate siudt
  public.outbox_outage        command s                       query s        workers sid   migrate siudt
  public.parked_stream       command s     projections siud  query s        workers siud  migrate siudt
  public.passkey             command siud                                                 migrate siudt
  public.password_reset      command siud                                                 migrate siudt
  public.left_to_people      command siud                    query s                      migrate siudt
  public.payment_code_day    command siu                                                  migrate siudt
  public.payment_code_key    command s                                                    migrate siudt
  public.payment_code_use    command siud                                                 migrate siudt
  public.personal_key        command si(u)d   projections s     query s        workers s     migrate siudt
  public.personal_key_check  command si(u)    projections si    query si       workers si    migrate siudt
  public.product_picture     command siud                                                 migrate siudt
  public.projection          command s     projections siu   query s                      migrate siudt
  public.proof_reading       command sud                                   workers si(u)d migrate siudt
  public.proof_reference     command sid                     query s                        migrate siudt
  public.question_try        command siud                                                 migrate siudt
  public.recovery_code       command siud                                                 migrate siudt
  public.reserved_order_id   command siu                                                  migrate siudt
  public.restore                                                                          migrate siudt
  public.saved_view          command siud                    query s                      migrate siudt
  public.session             command siud                    query (s)(u)                 migrate siudt
  public.sign_in_challenge   command siud                                                 migrate siudt
  public.sign_in_failure     command siud                                                 migrate siudt
  public.sign_in_look        command siud                                                 migrate siudt
  public.totp                command siud                                                 migrate siudt
  public.upload              command siud                                   workers (s)   migrate siudt
  public.used_once           command siud                                                 migrate siudt
  queue                                                                     workers siud  migrate siudt
  read                       command s     projections siudt query s                      migrate siudt
  version                                  projections siudt                              migrate siudt`

const privileges = { s: 'select', i: 'insert', u: 'update', d: 'delete', t: 'truncate' }

test('each role has exactly the rights listed above on each table', async () => {
  const { rows } = await shop.pool.query<{ place: string; role: string; rights: string }>(
    `with place as (
       select c.oid, case when n.nspname ~ '_v[0-9]+$' then 'version'
           when n.nspname in ('read', 'queue') then n.nspname
           else n.nspname || '.' || c.relname end as place
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f')
          and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
          and n.nspname !~ '^pg_temp'
     )
     select distinct place, substr(rolname, 8) as role, (
         select string_agg(case
             when has_table_privilege(r.oid, place.oid, privilege) then letter
             when privilege in ('select', 'insert', 'update')
               and has_any_column_privilege(r.oid, place.oid, privilege) then '(' || letter || ')'
             else '' end, '' order by n)
           from unnest($1::text[], $2::text[]) with ordinality p (letter, privilege, n)) as rights
       from place, pg_roles r where rolname like 'strand\\_%'`,
    [Object.keys(privileges), Object.values(privileges)],
  )
  const found = rows
    .filter(({ rights }) => rights !== '')
    .map(({ place, role, rights }) => `${place} ${role} ${rights}`)
  const written = matrix
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [place, ...pairs] = line.trim().split(/\s+/)
      return pairs.flatMap((role, n) => (n % 2 ? [] : [`${place} ${role} ${pairs[n + 1]}`]))
    })
  expect(found.sort()).toEqual(written.sort())
})

test('query-api sees only what identifies the caller in sessions and accounts, and no secret', async () => {
  const { rows } = await shop.pool.query<{ column: string; rights: string }>(
    `select table_name || '.' || column_name as column, lower(privilege_type) as rights
       from information_schema.column_privileges
      where grantee = 'strand_query' and table_name in ('account', 'session') order by 1, 2`,
  )
  expect(rows.map(({ column, rights }) => `${rights} ${column}`)).toEqual([
    'select account.email',
    'select account.role',
    'select account.status',
    'select account.user_id',
    'select session.created_at',
    'select session.ended_at',
    'select session.id',
    'select session.last_seen_at',
    'update session.last_seen_at',
    'select session.user_id',
  ])
})

test('no role has rights beyond its tables, directly or through another role', async () => {
  const { rows } = await shop.pool.query(
    `select rolname, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as extra,
         array(select b.rolname::text from pg_auth_members m join pg_roles b on b.oid = m.roleid
           where m.member = r.oid order by 1) as member_of,
         array(select p from unnest(array['create', 'temporary']) p
           where has_database_privilege(r.oid, current_database(), p)) as database,
         array(select nspname::text from pg_namespace n
           where has_schema_privilege(r.oid, n.oid, 'create') and nspname !~ '_v[0-9]+$'
             and nspname !~ '^pg_' order by 1) as schemas
       from pg_roles r where rolname like 'strand\\_%' order by 1`,
  )
  const none = { extra: false, member_of: [], database: [], schemas: [] }
  const members = ['strand_projections', 'strand_workers']
  expect(rows).toEqual([
    { ...none, rolname: 'strand_command' },
    {
      ...none,
      rolname: 'strand_migrate',
      database: ['create', 'temporary'],
      member_of: members,
      schemas: ['event_log', 'log_proof', 'public', 'queue', 'read'],
    },
    { ...none, rolname: 'strand_projections', schemas: ['read'] },
    { ...none, rolname: 'strand_query' },
    { ...none, rolname: 'strand_workers', database: ['temporary'], schemas: ['queue'] },
  ])
})

const forbidden = {
  'change an event': `update event_log.event set type = 'Other'`,
  'delete an event': 'delete from event_log.event',
  'empty the log': 'truncate event_log.event',
  'write past the append': `insert into event_log.event
    values (99, 's', 0, gen_random_uuid(), 'T', '{}', '{}', now())`,
  'move the counter': 'update event_log.head set position = 0',
  'silence the triggers': 'set session_replication_role = replica',
  'take the trigger away': 'drop trigger refuse_change on event_log.event',
  'own the log': 'alter table event_log.event owner to current_user',
  'run a program': `copy (select 1) to program 'id'`,
  'write a file': `copy (select 1) to '/tmp/strand-role'`,
  'read a file by copy': `copy public.personal_key_check from '/etc/passwd'`,
  'read a file': `select pg_read_file('/etc/passwd')`,
  'read a file in bytes': `select pg_read_binary_file('personal-data-key')`,
  'list a folder': `select pg_ls_dir('.')`,
  'look at a file': `select pg_stat_file('PG_VERSION')`,
  'import a file': `select lo_import('/etc/passwd')`,
  'export to a file': `select lo_export(lo_creat(-1), '/tmp/strand-role')`,
  'make an extension': 'create extension file_fdw',
  'make a trusted extension': 'create extension hstore schema public',
  'write functions in an untrusted language': `create function read.f() returns int language c as 'x'`,
  'make a role': 'create role strand_other',
  'become a superuser': 'alter role current_user superuser',
  'change another role': `alter role postgres password 'x'`,
  'be another role': 'set role strand_migrate',
  'take over what another role owns': 'reassign owned by strand_migrate to current_user',
  'make a database': 'create database other',
  'make a schema': 'create schema strand_command',
  'make a table beside the shop’s': 'create table public.account2 (a int)',
  'change the server': `alter system set fsync = off`,
  'see password hashes of roles': 'select rolpassword from pg_authid',
}

const ask = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
    return 'done'
  } catch (error) {
    return (error as pg.DatabaseError).code
  } finally {
    await client.end()
  }
}

test.for(services)('%s cannot harm the log, nor reach beyond its tables', async (service) => {
  const url = urlsOfRoles(String(shop.pool.options.connectionString))[service]
  for (const [what, sql] of Object.entries(forbidden))
    expect([what, await ask(url, sql)]).toEqual([what, '42501'])
})

test('only command-api can append to the log', async () => {
  const urls = urlsOfRoles(String(shop.pool.options.connectionString))
  const append = `begin; select * from event_log.append(array['s'], '{1}', '{-2}', '{1}',
    array[gen_random_uuid()], '{T}', '{"{}"}', '{"{}"}'); rollback`
  expect(await ask(urls.command, append)).toBe('done')
  for (const service of ['projections', 'query', 'workers'] as const)
    expect(await ask(urls[service], append)).toBe('42501')
})

test('projections can create schemas only for their versions', async () => {
  const { projections } = urlsOfRoles(String(shop.pool.options.connectionString))
  const make = (name: string) =>
    ask(projections, `begin; select public.create_projection_schema('${name}'); rollback`)
  expect(await make('order_v1099')).toBe('done')
  for (const name of ['strand_command', 'strand_migrate', 'public', 'Order_v1', 'a_v1; drop'])
    expect(await make(name)).toBe('P0001')
})

test('functions that run with their owner’s rights ignore the caller’s own operators and tables', async () => {
  const { rows } = await shop.pool.query<{ name: string; safe: boolean }>(
    `select p.oid::regproc::text as name,
        'search_path=pg_catalog, pg_temp' = any(proconfig) as safe
       from pg_proc p where prosecdef
         and pronamespace <> all (array['pg_catalog'::regnamespace, 'information_schema'::regnamespace])
       order by 1`,
  )
  expect(rows).toEqual([
    { name: 'create_projection_schema', safe: true },
    { name: 'event_log.append', safe: true },
    { name: 'set_projection_schema_aside', safe: true },
  ])
})
