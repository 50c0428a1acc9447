import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../web/src/shared/style/tokens.css', import.meta.url), 'utf8')
const colours = (part: string) =>
  Object.fromEntries(
    [...part.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  )
const [light = {}, dark = {}] = css.split('@media (prefers-color-scheme: dark)').map(colours)

/** Luminance and contrast as WCAG 2 defines them. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['ground', 'surface', 'sunken']
const tinted = ['accent', 'green', 'orange', 'blue', 'black', 'red']
const pairs: [text: string, ground: string, atLeast: number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ['text', ground, 7],
    ['muted', ground, 4.5],
    ['faint', ground, 4.5],
    ['accent', ground, 4.5],
    ['red', ground, 4.5],
    ['edge', ground, 3],
    ['chart', ground, 3],
  ]),
  ...tinted.map((name): [string, string, number] => [name, `${name}-tint`, 4.5]),
  ...tinted.map((name): [string, string, number] => ['text', `${name}-tint`, 4.5]),
  ['accent-strong', 'accent-tint', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['surface', 'red', 4.5],
  ['text', 'mark', 4.5],
]

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('by %s', (_name, set) => {
  test.each(pairs)('%s is readable on %s (%d:1)', (text, ground, atLeast) => {
    expect(contrast(set[text] ?? '', set[ground] ?? '')).toBeGreaterThanOrEqual(atLeast)
  })
})

test('every colour has a counterpart in dark mode', () => {
  expect(Object.keys(light).length).toBeGreaterThan(20)
  expect(Object.keys(dark)).toEqual(Object.keys(light))
})
