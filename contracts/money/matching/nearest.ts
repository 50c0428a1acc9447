/**
 * The indexes of list items, sorted by day, that are nearest to a day; at most `maximum`. With
 * `from` and `to`, `crowded` says that more items than that lie between these days.
 */
export const nearest = (
  places: number[],
  dayOf: (place: number) => number,
  { day, from, to, maximum }: { day: number; from: number; to: number; maximum: number },
): { places: number[]; crowded: boolean } => {
  if (places.length <= maximum) return { places, crowded: false }
  const firstFrom = (wanted: number) => {
    let [low, high] = [0, places.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (dayOf(places[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
  const [start, end] = [firstFrom(from), firstFrom(to + 1)]
  if (end - start > maximum) return { places: places.slice(start, start + maximum), crowded: true }
  // The days in the range come first; any remaining slots go to the days around it.
  let [low, high] = [start, end]
  while (high - low < maximum) {
    const before = low > 0 ? day - dayOf(places[low - 1] ?? 0) : Number.POSITIVE_INFINITY
    const after = high < places.length ? dayOf(places[high] ?? 0) - day : Number.POSITIVE_INFINITY
    if (before <= after) low--
    else high++
  }
  return { places: places.slice(low, high), crowded: false }
}
