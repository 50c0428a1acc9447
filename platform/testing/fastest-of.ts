/**
 * The duration of the fastest of several runs, in milliseconds. A busy machine slows some runs
 * down; code that always waits is slow in all of them.
 */
export const fastestOf = async (turns: number, work: () => Promise<unknown>): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now()
    await work()
    fastest = Math.min(fastest, performance.now() - began)
  }
  return fastest
}
