/** SQL: whether a bank line is money of a customer, and the bank has not taken it back. */
export const isMoneyThere = (line: string) =>
  `${line}.reversed_by is null and ${line}.kind = 'money' and ${line}.gives_back is null`

/** SQL: how much money an order has received, given the column with its id. */
export const receivedKoboOf = (orderId: string) => `(
  select coalesce(sum(part.amount_kobo), 0)::int8
  from read.bank_allocation part join read.bank_line line using (line_id)
  where part.order_id = ${orderId} and ${isMoneyThere('line')})`
