import { type Fact, type Sum, sumsOf } from '../facts/fact.ts'
import type { ReportBy } from '../report.ts'

/** A query on one snapshot of the read models. */
export type Query = <Row>(text: string, values: unknown[]) => Promise<Row[]>

/** Sums of a series by key, sign and period; `period` is null for the whole time. */
export type Group = Sum & { period: string | null }

export type Span = { from: string; to: string }
type Asked = {
  series: string[]
  span: Span
  by: ReportBy | null
  /** The position up to which events count; null before the first. */
  cut: string | null
  /** The most groups; one more comes where there are more. */
  most: number
}

const periods = {
  day: 'business_day::text',
  week: `date_trunc('week', business_day::timestamp)::date::text`,
  month: `date_trunc('month', business_day::timestamp)::date::text`,
}

/**
 * The sums of some series up to a position: those of whole days of recording, and the facts of the
 * day that the position is in the middle of.
 */
export const readGroups = async (query: Query, asked: Asked): Promise<Group[]> => {
  const { series, span, by, cut, most } = asked
  if (cut === null) return []
  const rest = await readRest(query, cut, { series, span })
  return query<Group>(
    `select series, key, ${by === null ? 'null::text' : periods[by]} as period, sign,
       (max(array[lpad(last_position::text, 20, '0'), name]))[2] as name,
       sum(count)::int8 as count, sum(quantity)::int8 as quantity,
       sum(amount)::int8 as amount, sum(part)::int8 as part
     from (
       select series, key, business_day, sign, name, last_position, count, quantity, amount, part
       from read.report_sum
       where series = any($1::text[]) and business_day between $2 and $3
         and recorded_on in (select recorded_on from read.report_day where last_position <= $4)
       union all
       select series, key, business_day, sign, name, last_position, count, quantity, amount, part
       from json_to_recordset($5) as rest (series text, key text, business_day date, sign int2,
         name text, last_position int8, count int8, quantity int8, amount int8, part int8)
     ) counted
     group by 1, 2, 3, 4 limit $6`,
    [series, span.from, span.to, cut, JSON.stringify(rest), most + 1],
  )
}

/** The sums of the facts of the days of recording that only partly count. */
const readRest = async (
  query: Query,
  cut: string,
  { series, span }: Pick<Asked, 'series' | 'span'>,
) => {
  const facts = await query<Fact>(
    `select fact.position::text, number, fact.recorded_on::text, business_day::text, kind, sign,
       product, product_name, campaign, campaign_name, location, location_name, staff, detail,
       account, quantity, amount, part, minutes, since::text
     from read.report_day day join read.report_fact fact
       on fact.recorded_on = day.recorded_on and fact.position between day.first_position and $1
     where day.first_position <= $1 and day.last_position > $1
       and business_day between $2 and $3
     order by fact.position, number`,
    [cut, span.from, span.to],
  )
  return facts.flatMap((fact) =>
    sumsOf(fact)
      .filter((sum) => series.includes(sum.series))
      .map((sum) => ({
        ...{ ...sum, business_day: fact.business_day, last_position: fact.position },
      })),
  )
}
