type Grey = { data: Uint8Array; width: number; height: number }

/** In degrees: the largest tilt that is searched for, and the step of the search. */
const widestTilt = 4
const step = 0.25
/** In degrees. A smaller tilt does not disturb OCR, and rotating costs sharpness. */
const leastTilt = 0.5

/**
 * How many degrees clockwise the lines of a picture are tilted; 0 if they are nearly level. At the
 * right tilt, the contrast between rows with and without text is greatest.
 */
export const tiltOf = (grey: Grey): number => {
  let best = { tilt: 0, contrast: 0 }
  for (let tilt = -widestTilt; tilt <= widestTilt; tilt += step) {
    const contrast = contrastAt(grey, Math.tan((tilt * Math.PI) / 180))
    if (contrast > best.contrast) best = { tilt, contrast }
  }
  return Math.abs(best.tilt) < leastTilt ? 0 : best.tilt
}

/** The contrast between neighboring rows that are tilted by `slope`. */
const contrastAt = ({ data, width, height }: Grey, slope: number): number => {
  const rows = new Float64Array(height)
  const counts = new Float64Array(height)
  for (let x = 0; x < width; x++) {
    const down = Math.round((x - width / 2) * slope)
    for (let y = 0; y < height; y++) {
      const row = y - down
      if (row < 0 || row >= height) continue
      rows[row] = (rows[row] ?? 0) + (data[y * width + x] ?? 0)
      counts[row] = (counts[row] ?? 0) + 1
    }
  }
  let contrast = 0
  for (let row = 1; row < height; row++) {
    // Skips the short rows at the corners of a rotated page.
    if ((counts[row] ?? 0) < width * 0.9 || (counts[row - 1] ?? 0) < width * 0.9) continue
    const difference =
      (rows[row] ?? 0) / (counts[row] ?? 1) - (rows[row - 1] ?? 0) / (counts[row - 1] ?? 1)
    contrast += difference * difference
  }
  return contrast / height
}
