type Grey = { data: Uint8Array; width: number; height: number }

/** A pixel darker than this belongs to a letter or a line; from 0 to 255. */
const ink = 160
/**
 * In pixels: letters' strokes are shorter than `shortest`, and a table's lines are at most
 * `thickest` thick.
 */
const shortest = 120
const thickest = 8

const paper = 255

/**
 * Whitens the ruled lines of a table, in place. Otherwise OCR takes the table for one large letter
 * or a drawing, and omits its contents.
 */
export const removeRules = ({ data, width, height }: Grey): void => {
  const ruled = [
    ...runsOf(data, { count: height, length: width, step: 1, next: width }),
    ...runsOf(data, { count: width, length: height, step: width, next: 1 }),
  ]
  for (const { start, length, step, next } of ruled)
    for (let at = 0, pixel = start; at < length; at++, pixel += step)
      for (const beside of [pixel - next, pixel, pixel + next])
        if (beside >= 0 && beside < data.length) data[beside] = paper
}

type Direction = {
  /** The number of rows (or columns), and the pixels in each. */
  count: number
  length: number
  /** The offset between neighboring pixels of a run, and between neighboring runs. */
  step: number
  next: number
}

type Run = { start: number; length: number; step: number; next: number }

/** Long, thin runs of ink along the rows or the columns. */
const runsOf = (data: Uint8Array, { count, length, step, next }: Direction): Run[] => {
  const runs: Run[] = []
  for (let line = 0; line < count; line++) {
    let began = 0
    for (let at = 0; at <= length; at++) {
      if (at < length && (data[line * next + at * step] ?? paper) < ink) continue
      if (at - began >= shortest) {
        const run = { start: line * next + began * step, length: at - began, step, next }
        if (isThin(data, run)) runs.push(run)
      }
      began = at + 1
    }
  }
  return runs
}

/** Whether a run is thin in most of nine places; letters may touch it in the others. */
const isThin = (data: Uint8Array, { start, length, step, next }: Run): boolean => {
  const looks = 9
  let thin = 0
  for (let look = 1; look <= looks; look++) {
    const pixel = start + Math.floor((length * look) / (looks + 1)) * step
    let thickness = 1
    for (const side of [-next, next])
      for (
        let beside = pixel + side;
        thickness <= thickest && (data[beside] ?? paper) < ink;
        beside += side
      )
        thickness += 1
    if (thickness <= thickest) thin += 1
  }
  return thin > looks / 2
}
