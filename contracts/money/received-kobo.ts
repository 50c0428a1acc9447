/** SQL: whether a bank line is a customer's money that the bank has not taken back. */
export const isMoneyThere = (line: string) =>
  `${line}.reversed_by is null and ${line}.kind = 'money' and ${line}.gives_back is null`

/**
 * SQL: how much money an order has received.
 *
 * @param orderId the column with the order's id
 */
export const receivedKoboOf = (orderId: string) => `(
  select coalesce(sum(part.amount_kobo), 0)::int8
  from read.bank_allocation part join read.bank_line line using (line_id)
  where part.order_id = ${orderId} and ${isMoneyThere('line')})`
