import { maxUnread } from '@strand/contracts/order/notes'
import type { Connection } from '@strand/event-sourcing/postgres/pool'

/** A row of `order_mention`: a note mentions a staff member, who should read it. */
export type Mention = {
  user_id: string
  position: string
  order_id: string
  at: string
  author: string
}

export const mentionTable = `
  -- The latest mentions of each staff member.
  create table order_mention (
    user_id uuid not null,
    position int8 not null,
    order_id text collate "C" not null,
    at timestamptz not null,
    author uuid not null,
    primary key (user_id, position)
  );`

/** Adds a batch's mentions, and deletes old mentions beyond each person's limit. */
export const writeMentions = async (mentions: Mention[], connection: Connection) => {
  await connection.query(
    'insert into order_mention select * from json_populate_recordset(null::order_mention, $1)',
    [JSON.stringify(mentions)],
  )
  await connection.query(
    `delete from order_mention old using (
       select user_id, position,
         row_number() over (partition by user_id order by position desc) as place
       from order_mention where user_id = any($1::uuid[])
     ) latest
     where latest.place > ${maxUnread}
       and old.user_id = latest.user_id and old.position = latest.position`,
    [[...new Set(mentions.map(({ user_id }) => user_id))]],
  )
}
