import sharp from 'sharp'

export type Look = { shape: keyof typeof shapes; colour: [number, number, number]; wave?: number }

const side = 192
const paper = [244, 238, 230] as const

const randomOf = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1
const gloss = (v: number) => 0.5 * Math.exp(-(((v - 0.3) / 0.12) ** 2))

/**
 * The brightness of a point, from 0 to about 1.5; null for the background. `u` is from -1 to 1, `v`
 * from 0 to 1.
 */
type Shape = (u: number, v: number, wave: number) => number | null
const shapes = {
  hair: (u, v, wave) => {
    const swayed = u + wave * Math.sin(v * 14) * (0.2 + v)
    if (Math.abs(swayed) > 0.42 + 0.24 * v || v < 0.08) return null
    return 0.55 + 0.4 * randomOf(Math.floor(swayed * 60)) + gloss(v)
  },
  bottle: (u, v) => {
    const isCap = Math.abs(u) < 0.2 && v > 0.1 && v < 0.26
    const isBody = Math.abs(u) < 0.42 && v >= 0.26 && v < 0.92
    if (isCap) return 0.45
    if (!isBody) return null
    return (v > 0.48 && v < 0.74 ? 1.3 : 0.85) + 0.3 * Math.exp(-(((u + 0.22) / 0.08) ** 2))
  },
  bonnet: (u, v) =>
    u ** 2 + (2 * v - 1) ** 2 > 0.6 ? null : 0.7 + 0.3 * Math.sin(u * 18) * v + gloss(v),
  lace: (u, v) => {
    if (Math.abs(u) > 0.75 || v < 0.15 || v > 0.85) return null
    return (u * 48 + 96) % 6 < 1.5 || (v * 96) % 6 < 1.5 ? 0.6 : 1.15
  },
  comb: (u, v) => {
    if (Math.abs(u) > 0.75 || v < 0.25 || v > 0.8) return null
    return v < 0.42 || (u * 48 + 96) % 9 < 4.5 ? 0.9 : null
  },
} satisfies Record<string, Shape>

export const drawProduct = ({ shape, colour, wave = 0 }: Look): Promise<Buffer> => {
  const pixels = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const bright = (shapes[shape] as Shape)((2 * x) / side - 1, y / side, wave)
      const [red, green, blue] = bright === null ? paper : colour.map((part) => part * bright)
      pixels.set(
        [red, green, blue].map((part = 0) => Math.min(255, Math.round(part))),
        (y * side + x) * 3,
      )
    }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}
