import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

type Labels<Label extends string = string> = Record<Label, string | number>
export type Sample = { labels?: Labels; value: number }
/** What each metric measures, in one sentence, by its name. */
type Help<Name extends string = string> = Record<Name, string>

export type Metrics = {
  /**
   * A counter, which starts at 0 with the process; its name ends in `_total`. Each sample must have
   * exactly these labels.
   */
  counter: <Label extends string>(
    name: string,
    help: string,
    labels: Label[],
  ) => { add: (labels: Labels<Label>, by?: number) => void }
  /**
   * Counts observations in cumulative buckets.
   *
   * @param bounds the buckets' upper bounds, in increasing order
   */
  histogram: <Label extends string>(
    name: string,
    help: string,
    labels: Label[],
    bounds: number[],
  ) => { observe: (value: number, labels: Labels<Label>) => void }
  /**
   * Values that are read on request. If reading fails or takes over 2 s, the answer lacks these
   * metrics.
   */
  gauges: <Name extends string>(
    help: Help<Name>,
    read: () => Promise<Record<Name, Sample[]>> | Record<Name, Sample[]>,
  ) => void
  /** All metrics in Prometheus' text format, version 0.0.4. */
  exposition: () => Promise<string>
}

/** The maximum number of label sets of a metric, so that new ones cannot fill the memory. */
const maxSeries = 2_000
const readTimeout = 2_000

/**
 * Opens a shop's metrics in a separate registry. Names and labels follow Prometheus'
 * recommendations; values never identify a person.
 */
export const openMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const readers: (() => Promise<string>)[] = []
  const claim = claimNames()

  return {
    counter: (name, help, labelNames) => {
      claim(name)
      const counter = new Counter<string>({ name, help, labelNames, registers })
      const fits = limitSeries()
      return {
        add: (labels, by = 1) => {
          if (fits(labels)) counter.inc(labels, by)
        },
      }
    },
    histogram: (name, help, labelNames, buckets) => {
      claim(name)
      const histogram = new Histogram<string>({ name, help, labelNames, buckets, registers })
      const fits = limitSeries()
      return {
        observe: (value, labels) => {
          if (fits(labels)) histogram.observe(labels, value)
        },
      }
    },
    gauges: <Name extends string>(
      help: Help<Name>,
      read: () => Promise<Record<Name, Sample[]>> | Record<Name, Sample[]>,
    ) => {
      const names = Object.keys(help) as Name[]
      for (const name of names) claim(name)
      readers.push(async () => {
        const values = await withTimeout(readTimeout, Promise.resolve(read()))
        return expositionOf(
          names.map((name) => ({ name, help: help[name], samples: values[name] })),
        )
      })
    },
    exposition: async () => {
      const read = await Promise.allSettled(readers.map((reader) => reader()))
      const texts = read.map((result) => (result.status === 'fulfilled' ? result.value : ''))
      return [await registry.metrics(), ...texts].join('')
    },
  }
}

/** Checks that a name is used only once and is a valid Prometheus name. */
const claimNames = () => {
  const names = new Set<string>()
  return (name: string): void => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`Invalid metric name: ${name}`)
    if (names.has(name)) throw new TypeError(`There is already a metric ${name}`)
    names.add(name)
  }
}

/** Accepts only the first `maxSeries` different label sets of a metric. */
const limitSeries = () => {
  const seen = new Set<string>()
  return (labels: Labels): boolean => {
    const key = JSON.stringify(labels)
    if (seen.has(key)) return true
    if (seen.size >= maxSeries) return false
    seen.add(key)
    return true
  }
}

/**
 * The values just read, as text. Each reading has a new registry, so that values of an earlier one
 * never fill its gaps.
 */
const expositionOf = (families: { name: string; help: string; samples: Sample[] }[]) => {
  const registry = new Registry()
  for (const { name, help, samples } of families) {
    const labelNames = [...new Set(samples.flatMap(({ labels = {} }) => Object.keys(labels)))]
    const options = { name, help, labelNames, registers: [registry] }
    const isCounter = name.endsWith('_total')
    const metric = isCounter ? new Counter<string>(options) : new Gauge<string>(options)
    // Without this, a metric without labels would have a sample of 0.
    if (samples.length === 0) metric.remove()
    for (const { labels = {}, value } of samples)
      if (metric instanceof Counter) metric.inc(labels, value)
      else metric.set(labels, value)
  }
  return registry.metrics()
}
