import { withTimeout } from '../async/with-timeout.ts'

export type Labels = Record<string, string | number>
export type Sample = { labels?: Labels; value: number }
/** What a metric measures, in one sentence, by the metric's name. */
export type Help<Name extends string = string> = Record<Name, string>

export type Metrics = {
  /** Only grows, from the start of the process; the name ends in `_total`. */
  counter: (name: string, help: string) => { add: (labels?: Labels, by?: number) => void }
  /** Counts observations in cumulative buckets; `bounds` are upper ones, in rising order. */
  histogram: (
    name: string,
    help: string,
    bounds: number[],
  ) => { observe: (value: number, labels?: Labels) => void }
  /**
   * Values that are read when somebody asks. If reading fails or takes longer than 2 s, the metrics
   * are missing from that answer.
   */
  gauges: <Name extends string>(
    help: Help<Name>,
    read: () => Promise<Record<Name, Sample[]>> | Record<Name, Sample[]>,
  ) => void
  /** Everything in Prometheus' text format, version 0.0.4. */
  exposition: () => Promise<string>
}

type Family = {
  name: string
  help: string
  type: string
  samples: (Sample & { suffix?: string })[]
}

/** Label sets that one metric remembers: nobody can fill the memory with new ones. */
const mostSeries = 2_000
const readTimeout = 2_000

/**
 * A registry of metrics. Names and labels are those that Prometheus recommends; a value never names
 * a person. Decision 233.
 */
export const openMetrics = (): Metrics => {
  const families: (() => Promise<Family[]> | Family[])[] = []
  const claim = claimNames()

  return {
    counter: (name, help) => {
      claim(name)
      const series = openSeries(() => ({ value: 0 }))
      families.push(() => [{ name, help, type: 'counter', samples: series.all() }])
      return {
        add: (labels = {}, by = 1) => {
          const sample = series.of(labels)
          if (sample) sample.value += by
        },
      }
    },
    histogram: (name, help, bounds) => {
      claim(name)
      const series = openSeries(() => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }))
      families.push(() => [
        { name, help, type: 'histogram', samples: series.all().flatMap(bucketsOf(bounds)) },
      ])
      return {
        observe: (value, labels = {}) => {
          const sample = series.of(labels)
          if (!sample) return
          sample.count++
          sample.sum += value
          for (const [n, bound] of bounds.entries())
            if (value <= bound) sample.counts[n] = (sample.counts[n] ?? 0) + 1
        },
      }
    },
    gauges: <Name extends string>(
      help: Help<Name>,
      read: () => Promise<Record<Name, Sample[]>> | Record<Name, Sample[]>,
    ) => {
      const all = Object.entries(help) as [Name, string][]
      for (const [name] of all) claim(name)
      families.push(async () => {
        const values = await withTimeout(readTimeout, Promise.resolve(read()))
        return all.map(([name, text]) => ({
          ...{ name, help: text, samples: values[name] },
          type: name.endsWith('_total') ? 'counter' : 'gauge',
        }))
      })
    },
    exposition: async () => {
      const read = await Promise.allSettled(families.map(async (family) => family()))
      return read
        .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
        .map(textOf)
        .join('')
    },
  }
}

/** A name is claimed once, and has the form that Prometheus asks for. */
const claimNames = () => {
  const names = new Set<string>()
  return (name: string): void => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`Not a metric's name: ${name}`)
    if (names.has(name)) throw new TypeError(`There is a metric ${name} already`)
    names.add(name)
  }
}

/** One value for each set of labels, made when it is first asked for. */
const openSeries = <T extends object>(make: () => T) => {
  const series = new Map<string, T & { labels: Labels }>()
  return {
    /** Undefined for one more than fit. */
    of: (labels: Labels): T | undefined => {
      const key = JSON.stringify(labels)
      const existing = series.get(key)
      if (existing || series.size >= mostSeries) return existing
      const made = { ...make(), labels }
      series.set(key, made)
      return made
    },
    all: () => [...series.values()],
  }
}

const bucketsOf =
  (bounds: number[]) =>
  ({
    labels,
    counts,
    count,
    sum,
  }: {
    labels: Labels
    counts: number[]
    count: number
    sum: number
  }) => [
    ...bounds.map((le, n) => ({
      suffix: '_bucket',
      labels: { ...labels, le },
      value: counts[n] ?? 0,
    })),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]

const textOf = ({ name, help, type, samples }: Family): string => {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) =>
      `${name}${suffix}${labelsOf(labels)} ${numberOf(value)}\n`,
  )
  const plainHelp = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return `# HELP ${name} ${plainHelp}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

const labelsOf = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const text = String(value)
      .replaceAll('\\', '\\\\')
      .replaceAll('"', '\\"')
      .replaceAll('\n', '\\n')
    return `${name}="${text}"`
  })
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const numberOf = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN'
  if (Number.isFinite(value)) return String(value)
  return value > 0 ? '+Inf' : '-Inf'
}
