/** Resolves once `isSo` is true; throws an error that names `what` if that takes too long. */
export const until = async (
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { seconds = 60 }: { seconds?: number } = {},
): Promise<void> => {
  const end = performance.now() + seconds * 1_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain until ${what}`)
    await pause(100)
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
