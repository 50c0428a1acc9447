import { catalogue } from './catalogue/catalogue.ts'

/**
 * For each projection, the tables that queries read, as views in the schema `read`. The
 * `projections` service publishes these views. A service that reads them waits, at its first start,
 * until they exist.
 */
export const readModels = {
  ...Object.fromEntries(catalogue.map(({ name }) => [name, [name]])),
  staff: ['staff'],
  activity: ['activity', 'activity_day'],
  order: [
    'order_state',
    'order_detail',
    'order_search',
    'order_file',
    'order_month',
    'order_count',
    'order_day',
    'order_confirmation',
    'ordered_product',
    'order_mention',
    'order_taken_back',
    'order_owed',
    'order_paid_back',
  ],
  bank: [
    'bank_account',
    'bank_statement',
    'bank_arrived',
    'bank_line',
    'bank_allocation',
    'bank_line_order',
    'bank_day',
  ],
  reports: ['report_fact', 'report_sum', 'report_day', 'report_issued'],
}
