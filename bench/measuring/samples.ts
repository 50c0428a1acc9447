import { type Connection, openConnection } from './http-connection.ts'

/**
 * The milliseconds of each call, and the seconds of the whole measurement. If measured, also the
 * bytes of all answers, and the CPU milliseconds that the calls took.
 */
export type Sample = { times: number[]; seconds: number; bytes?: number; cpu?: number }

/** Calls `act` for `seconds` from `width` callers at once, each with one call at a time. */
export const repeatedly = async (
  { width, seconds }: { width: number; seconds: number },
  act: (caller: number) => Promise<unknown>,
): Promise<Sample> => {
  const times: number[] = []
  const started = performance.now()
  const until = started + seconds * 1000
  const caller = async (_none: unknown, number: number) => {
    for (let now = performance.now(); now < until; ) {
      await act(number)
      const then = performance.now()
      times.push(then - now)
      now = then
    }
  }
  await Promise.all(Array.from({ length: width }, caller))
  return { times, seconds: (performance.now() - started) / 1000 }
}

export const overHttp = async (
  load: { port: number; width: number; seconds: number },
  request: () => string | Buffer,
): Promise<Sample> => {
  const lines: Connection[] = Array.from({ length: load.width }, () => openConnection(load.port))
  let bytes = 0
  try {
    const sample = await repeatedly(load, async (caller) => {
      const answer = await (lines[caller] as Connection).send(request())
      bytes += answer.bytes
    })
    return { ...sample, bytes }
  } finally {
    for (const line of lines) line.close()
  }
}

/**
 * Measures several things in turns of a short time, so that other load on the machine affects all
 * of them alike. The first turn only warms up.
 */
export const interleave = async <Name extends string>(
  turns: number,
  parts: Record<Name, () => Promise<Sample>>,
  between: () => Promise<unknown> = async () => {},
): Promise<Record<Name, Sample>> => {
  const names = Object.keys(parts) as Name[]
  const all = Object.fromEntries(
    names.map((name): [string, Sample] => [name, { times: [], seconds: 0 }]),
  ) as Record<Name, Sample>
  for (let turn = 0; turn <= turns; turn++)
    for (const name of names) {
      const { times, seconds, bytes = 0, cpu = 0 } = await parts[name]()
      const sum = all[name]
      if (turn > 0) {
        all[name] = {
          times: sum.times.concat(times),
          seconds: sum.seconds + seconds,
          bytes: (sum.bytes ?? 0) + bytes,
          cpu: (sum.cpu ?? 0) + cpu,
        }
      }
      await between()
    }
  return all
}

export const perSecond = ({ times, seconds }: Sample): number => times.length / seconds

export const median = (times: number[]): number => percentile({ times }, 0.5)

/** @param share 0.5 for the median, 0.99 for the time that only one call in a hundred exceeds */
export const percentile = ({ times }: Pick<Sample, 'times'>, share: number): number => {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
