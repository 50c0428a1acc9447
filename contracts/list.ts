import { z } from 'zod'
import { identifier } from './text.ts'
import { isInSupportedYears, unsupportedYear } from './years.ts'

/** Rows per page if the caller does not ask for another number. */
export const defaultPageSize = 10
export const maxPageSize = 100

const whole = (name: string, maximum: number) =>
  z.coerce
    .number(`${name} must be a number`)
    .int(`${name} must be a whole number`)
    .min(1, `${name} must be at least 1`)
    .max(maximum, `${name} must be at most ${maximum}`)

/** The specification's table component sends `ascend` and `descend`. */
export const SortOrder = z
  .enum(['asc', 'desc', 'ascend', 'descend'], 'sortOrder must be asc or desc')
  .transform((order) => (order.startsWith('asc') ? ('asc' as const) : ('desc' as const)))

/** A day in the shop's calendar (Africa/Lagos), `YYYY-MM-DD`. */
export const Day = z.iso
  .date('must be a day like 2026-01-31')
  .refine(isInSupportedYears, unsupportedYear)

/** The parameters of every list, in the query or in the GET's JSON body. */
export const ListQuery = z.object({
  /** From 1. */
  page: whole('page', 1_000_000).default(1),
  results: whole('results', maxPageSize).default(defaultPageSize),
  sortField: identifier(50).optional(),
  sortOrder: SortOrder.optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** `total` counts all matching rows, not only those of this page. */
export const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({
    result: z.object({
      data: z.array(row),
      total: z.int(),
      page: z.int(),
      results: z.int(),
    }),
  })
export type Page<Row> = { result: { data: Row[]; total: number; page: number; results: number } }
