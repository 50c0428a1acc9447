/**
 * The columns of a `BankLine`; the query must name `read.bank_line` as `line`. Each row looks up
 * the orders that the line pays for, so select these columns only for the rows of one page.
 */
export const bankLineColumns = `line.line_id as "lineId",
  line.bank_account_id as "bankAccountId", line.statement_ids::text[] as "statementIds",
  line.booked_on::text as "bookedOn", line.value_on::text as "valueOn",
  line.amount_kobo as "amountKobo", line.balance_kobo as "balanceKobo", line.reference, line.payer,
  line.narration, line.status, line.allocated_kobo as "allocatedKobo", (
    select coalesce(json_agg(
      json_build_object('orderId', order_id, 'amountKobo', amount_kobo)
      order by allocated_at, order_id), '[]')
    from read.bank_allocation part where part.line_id = line.line_id
  ) as allocations,
  case when line.set_aside_kind is not null then json_build_object(
    'kind', line.set_aside_kind, 'note', coalesce(line.set_aside_note, '')) end as "setAside",
  line.probably_same_as as "probablySameAs", case when line.gives_back is null then line.kind else 'returned' end as kind,
  line.reversed_by as "reversedBy",
  line.perhaps_reversed_by as "perhapsReversedBy"`
