/** The pause between two lines, in milliseconds. */
const pause = 2_000

/** Writes a line such as `  400 of 1000 events` every two seconds; the first after two seconds. */
export const progressLines = (write: (text: string) => void, what: string) => {
  let writtenAt = Date.now()
  return (done: number, all?: number) => {
    if (Date.now() - writtenAt < pause) return
    writtenAt = Date.now()
    write(`  ${done}${all === undefined ? '' : ` of ${all}`} ${what}\n`)
  }
}
