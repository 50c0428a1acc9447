/** Yields the items until `signal` is aborted; without a signal, yields all. */
export async function* untilAborted<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void> {
  for await (const item of items) {
    if (signal?.aborted) return
    yield item
  }
}
