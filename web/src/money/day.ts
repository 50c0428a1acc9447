const oneDay = 86_400_000

/** How many days a span has, both ends included. */
export const daysOf = ({ from, to }: { from: string; to: string }): number =>
  (Date.parse(to) - Date.parse(from)) / oneDay + 1
