import { expect, test } from 'vitest'
import { makeResettable } from './resettable.ts'
import { testDatabase } from './test-database.ts'

const filled = async () => {
  const { pool } = await testDatabase()
  await pool.query(`
    create schema other;
    create table person (id int generated always as identity primary key, name text,
      shout text generated always as (upper(name)) stored);
    create table other.letter (person int references person, at timestamptz default now());
    create table kept (text text);
    insert into person (name) values ('Ada'), ('Ife');
    insert into other.letter (person) values (1);
    create function refuse() returns trigger language plpgsql as
      'begin raise exception ''never''; end';
    insert into kept values ('first');
    create trigger refuse before update or delete on kept for each row execute function refuse();
    alter table kept enable always trigger refuse`)
  const rows = async () =>
    (
      await pool.query(`
        select (select jsonb_agg(person order by id) from person) as people,
               (select jsonb_agg(letter) from other.letter) as letters,
               (select jsonb_agg(kept) from kept) as kept,
               (select last_value from person_id_seq) as id`)
    ).rows
  return { pool, rows, reset: await makeResettable(pool) }
}

test('a reset brings back all rows, also generated, referenced and protected ones', async () => {
  const { pool, rows, reset } = await filled()
  const before = await rows()
  for (let round = 0; round < 2; round++) {
    await pool.query(`
      delete from other.letter;
      update person set name = 'Uche' where id = 1;
      insert into person (name) values ('Obi');
      insert into kept values ('second')`)
    expect(await rows()).not.toEqual(before)
    expect(await reset()).toBe(true)
    expect(await rows()).toEqual(before)
  }
  await expect(pool.query('delete from kept')).rejects.toThrow('never')
})

test('after a change of a definition, nothing is reset', async () => {
  for (const change of [
    'create table more ()',
    'drop table kept',
    'alter table person add age int',
    'create index on person (name)',
    `create or replace function refuse() returns trigger language plpgsql as 'begin return new; end'`,
    'alter table kept disable trigger refuse',
  ]) {
    const { pool, reset } = await filled()
    await pool.query(`insert into person (name) values ('Obi'); ${change}`)
    expect(await reset(), change).toBe(false)
    expect((await pool.query('select from person')).rowCount, change).toBe(3)
  }
})

test('a change that is rolled back counts as none', async () => {
  const { pool, rows, reset } = await filled()
  const before = await rows()
  await expect(pool.query('create table more (); select 1 / 0')).rejects.toThrow('zero')
  expect(await reset()).toBe(true)
  expect(await rows()).toEqual(before)
})
