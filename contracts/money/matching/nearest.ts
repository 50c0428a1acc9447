/**
 * The items nearest to a day, at most `maximum`, as indexes of a list that is sorted by day.
 * `crowded`: more than `maximum` items are between `from` and `to`.
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
  // Days in the range come first; the days around it fill the remaining places.
  let [low, high] = [start, end]
  while (high - low < maximum) {
    const before = low > 0 ? day - dayOf(places[low - 1] ?? 0) : Number.POSITIVE_INFINITY
    const after = high < places.length ? dayOf(places[high] ?? 0) - day : Number.POSITIVE_INFINITY
    if (before <= after) low--
    else high++
  }
  return { places: places.slice(low, high), crowded: false }
}
