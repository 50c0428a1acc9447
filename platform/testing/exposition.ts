export type ParsedSample = { name: string; labels: Record<string, string>; value: number }

// A label can contain any character but a line feed, even a carriage return, so the dot must match
// it (`s`).
const sampleLine = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (-?[0-9.e+-]+|Nan|[+-]Inf)$/s
const labelPair = /([a-z_][a-z0-9_]*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/y

/**
 * Parses Prometheus' text format as strictly as Prometheus does: each metric has its help and type
 * once, before its samples. Throws for any other line.
 */
export const parseExposition = (text: string): ParsedSample[] => {
  const samples: ParsedSample[] = []
  const seen = new Set<string>()
  let current = ''
  if (!text.endsWith('\n')) throw new Error('The last line does not end')
  for (const line of text.split('\n').slice(0, -1)) {
    const [, help] = /^# HELP (\S+) \S.*$/.exec(line) ?? []
    const [, type, kind] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? []
    if (line === '') continue
    if (help) {
      if (seen.has(help)) throw new Error(`${help} comes twice`)
      seen.add(help)
      current = help
    } else if (type) {
      if (type !== current) throw new Error(`${type} has no help`)
      if ((kind === 'counter') !== type.endsWith('_total')) throw new Error(`${type} is a ${kind}`)
    } else samples.push(sampleOf(line, current))
  }
  return samples
}

const sampleOf = (line: string, family: string): ParsedSample => {
  const [, name = '', labels = '', value] = sampleLine.exec(line) ?? []
  if (![family, `${family}_bucket`, `${family}_sum`, `${family}_count`].includes(name))
    throw new Error(`Not a sample of ${family}: ${line}`)
  return { name, labels: labelsOf(labels), value: Number(value?.replace('Inf', 'Infinity')) }
}

const labelsOf = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {}
  labelPair.lastIndex = 0
  for (let at = 0; at < text.length; at = labelPair.lastIndex) {
    const [, name = '', value = ''] = labelPair.exec(text) ?? []
    if (!name || name in labels) throw new Error(`Not labels: ${text}`)
    labels[name] = value.replaceAll(/\\(.)/g, (_, kept: string) => (kept === 'n' ? '\n' : kept))
  }
  return labels
}
