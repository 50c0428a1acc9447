/** How the proof is shown: zoom, quarter turns, and offset in pixels. */
export type ProofView = { zoom: number; turns: number; x: number; y: number }

export const plainView: ProofView = { zoom: 1, turns: 0, x: 0, y: 0 }

const zooms = [1, 1.5, 2, 3, 4]

/** Zooms one step in or out. Zoom 1 restores the original position. */
export const zoomed = (view: ProofView, by: 1 | -1): ProofView => {
  const at = Math.min(Math.max(zooms.indexOf(view.zoom) + by, 0), zooms.length - 1)
  const zoom = zooms[at] ?? 1
  return zoom === 1 ? { ...view, zoom, x: 0, y: 0 } : { ...view, zoom }
}

export const rotated = (view: ProofView): ProofView => ({ ...view, turns: view.turns + 1 })

export const moved = (view: ProofView, x: number, y: number): ProofView =>
  view.zoom === 1 ? view : { ...view, x: view.x + x, y: view.y + y }

export const transformOf = ({ zoom, turns, x, y }: ProofView): string =>
  `translate(${x}px, ${y}px) scale(${zoom}) rotate(${turns * 90}deg)`
