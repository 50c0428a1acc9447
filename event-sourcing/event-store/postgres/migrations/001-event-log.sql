create schema if not exists event_log;

-- The counter row. An append updates it before anything else and so holds its lock until it has
-- committed: appends commit one after the other, in the order of their positions, and a rolled back
-- one leaves no gap. The low fill factor keeps its many versions on its own page.
create table event_log.head (
  only_row boolean primary key default true check (only_row),
  position bigint not null
) with (fillfactor = 10);

insert into event_log.head (position) values (-1);

create table event_log.event (
  position bigint primary key,
  stream text not null,
  revision integer not null,
  id uuid not null,
  type text not null,
  data json not null,
  metadata json not null,
  recorded_at timestamptz not null,
  constraint event_stream_revision unique (stream, revision),
  constraint event_id unique (id)
);

create function event_log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Events are never changed or deleted: append one that says what happened since'
    using errcode = 'insufficient_privilege';
end
$$;

create trigger refuse_change before update or delete on event_log.event
  for each row execute function event_log.refuse_change();
create trigger refuse_truncate before truncate on event_log.event
  for each statement execute function event_log.refuse_change();

-- Also in a session that plays a replica, where ordinary triggers keep silent.
alter table event_log.event enable always trigger refuse_change;
alter table event_log.event enable always trigger refuse_truncate;

-- Takes several appends at once, as if one after the other, and answers with a row for each of them.
-- `streams` are the distinct streams. Of append a: streams[append_stream[a]] is its stream,
-- append_expected[a] the revision it expects (-2 any, -1 no stream), append_size[a] the number of
-- its events. The events of all appends follow each other in the other arrays. No event id occurs
-- twice in one call.
--
-- A new plan for each table size would cost more than the work, and a plan cached while the table
-- was small must not scan it when it has grown: hence the settings, which leave only the indexes.
create function event_log.append(
  streams text[],
  append_stream integer[],
  append_expected integer[],
  append_size integer[],
  ids uuid[],
  types text[],
  datas text[],
  metadatas text[]
) returns table (outcome text, last_position text, last_revision integer)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  total constant integer := cardinality(ids);
  before_all bigint;
  next_position bigint;
  stream_revision integer[];
  known_stream integer[];
  known_revision integer[];
  known_position bigint[];
  event_stream integer[] := array_fill(null::integer, array[total]);
  event_revision integer[] := array_fill(null::integer, array[total]);
  event_position bigint[] := array_fill(null::bigint, array[total]);
  first_event integer := 1;
  last_event integer;
  s integer;
  known integer;
  in_row boolean;
  elsewhere boolean;
begin
  update event_log.head set position = position + total
    returning position - total into before_all;
  next_position := before_all + 1;

  -- These read what was committed until now: a volatile function sees with each statement anew.
  select array_agg(coalesce(
      (select max(e.revision) from event_log.event e where e.stream = given.stream), -1) order by n)
    into stream_revision
    from unnest(streams) with ordinality given (stream, n);
  if exists (select from unnest(ids) given (id) join event_log.event e on e.id = given.id) then
    select array_agg(coalesce(array_position(streams, e.stream), 0) order by n),
        array_agg(e.revision order by n), array_agg(e.position order by n)
      into known_stream, known_revision, known_position
      from unnest(ids) with ordinality given (id, n)
      left join event_log.event e on e.id = given.id;
  end if;

  for a in 1 .. cardinality(append_stream) loop
    s := append_stream[a];
    last_event := first_event + append_size[a] - 1;
    known := 0;
    in_row := true;
    elsewhere := false;
    last_position := null;
    last_revision := null;
    if known_position is not null then
      for n in first_event .. last_event loop
        continue when known_position[n] is null;
        known := known + 1;
        elsewhere := elsewhere or known_stream[n] <> s;
        in_row := in_row and known_revision[n] - known_revision[first_event] = n - first_event;
      end loop;
    end if;

    if elsewhere then
      outcome := 'taken';
    elsif known = append_size[a] and in_row then
      outcome := 'repeated';
      last_position := known_position[last_event];
      last_revision := known_revision[last_event];
    elsif known > 0 or append_expected[a] not in (-2, stream_revision[s]) then
      outcome := 'conflict';
      last_revision := stream_revision[s];
    else
      for n in first_event .. last_event loop
        event_stream[n] := s;
        event_revision[n] := stream_revision[s] + 1 + n - first_event;
        event_position[n] := next_position + n - first_event;
      end loop;
      stream_revision[s] := stream_revision[s] + append_size[a];
      next_position := next_position + append_size[a];
      outcome := 'written';
      last_position := next_position - 1;
      last_revision := stream_revision[s];
    end if;
    return next;
    first_event := last_event + 1;
  end loop;

  if next_position <= before_all + total then
    update event_log.head set position = next_position - 1;
  end if;
  if next_position > before_all + 1 then
    insert into event_log.event
        (position, stream, revision, id, type, data, metadata, recorded_at)
      select e.position, streams[e.stream], e.revision, e.id, e.type, e.data::json,
          e.metadata::json, clock_timestamp()
        from unnest(event_position, event_stream, event_revision, ids, types, datas, metadatas)
          e (position, stream, revision, id, type, data, metadata)
        where e.position is not null;
  end if;
end
$$;
