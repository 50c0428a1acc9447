import { noteSearchText } from '@strand/contracts/order/search'

export type SearchBatch = {
  /** Search texts of the orders that the batch created, and what is added to those of others. */
  search: Map<string, string>
  moreSearch: Map<string, string>
}

/** Lets the search find an order by a text that came after it. */
export const addSearchText = (
  { search, moreSearch }: SearchBatch,
  orderId: string,
  text: string,
): void => {
  const texts = search.has(orderId) ? search : moreSearch
  texts.set(orderId, `${texts.get(orderId) ?? ''}\n${noteSearchText(text)}`)
}
