import { openDaySums } from '../facts/day-sums.ts'
import type { Fact, Sum } from '../facts/fact.ts'
import type { ReportBy } from '../report.ts'

/** Runs a query on one snapshot of the read models. */
export type Query = <Row>(text: string, values: unknown[]) => Promise<Row[]>

/** The sums of a series for a key, a sign and a period; `period` is null for the whole time. */
export type Group = Sum & { period: string | null }

export type Span = { from: string; to: string }
type Asked = {
  series: string[]
  span: Span
  by: ReportBy | null
  /** The position of the last event that counts; null if no event counts. */
  cut: string | null
  /** The maximum number of groups; if there are more, one more is returned. */
  most: number
}

const periods = {
  day: 'business_day::text',
  week: `date_trunc('week', business_day::timestamp)::date::text`,
  month: `date_trunc('month', business_day::timestamp)::date::text`,
}

/**
 * Reads the sums of some series up to a position. They come from the stored sums of whole recording
 * days, and from the facts of the day that contains the position.
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

/** How many facts are held in memory at a time; a day can have any number. */
const factsAtOnce = 5_000

/** Adds up the facts of the day that contains the position `cut`, up to that position. */
const readRest = async (
  query: Query,
  cut: string,
  { series, span }: Pick<Asked, 'series' | 'span'>,
) => {
  const sums = openDaySums()
  const days = await query<{ recorded_on: string; first_position: string }>(
    `select recorded_on::text, first_position::text from read.report_day
     where first_position <= $1 and last_position > $1`,
    [cut],
  )
  for (const { recorded_on, first_position } of days) {
    let facts: Fact[] = []
    do {
      const { position, number } = facts.at(-1) ?? { position: first_position, number: -1 }
      facts = await query<Fact>(
        `select position::text, number, recorded_on::text, business_day::text, kind, sign,
           order_id, product, product_name, campaign, campaign_name, location, location_name, staff, detail,
           account, quantity, amount, part, minutes, since::text
         from read.report_fact
         where (position, number) > ($1, $2) and position <= $3 and recorded_on = $4
           and business_day between $5 and $6
         order by report_fact.position, number limit $7`,
        [position, number, cut, recorded_on, span.from, span.to, factsAtOnce],
      )
      for (const fact of facts) sums.add(fact)
    } while (facts.length === factsAtOnce)
  }
  return sums.rows().filter((sum) => series.includes(sum.series))
}
