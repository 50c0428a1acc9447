/** Work that is due at a time. Of two at the same time, the one planned first runs first. */
export type Due = { at: number; order: number; run: () => void; isOff: boolean }

const isBefore = (one: Due, other: Due) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** A binary heap of due work, with the next on top. */
export const openHeap = () => {
  const heap: Due[] = []
  const swap = (one: number, other: number) => {
    const held = heap[one] as Due
    heap[one] = heap[other] as Due
    heap[other] = held
  }
  const sink = (from: number) => {
    for (let at = from; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && isBefore(heap[child] as Due, heap[least] as Due)) least = child
      if (least === at) return
      swap(at, least)
      at = least
    }
  }
  return {
    push: (due: Due) => {
      heap.push(due)
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (isBefore(heap[parent] as Due, heap[at] as Due)) return
        swap(at, parent)
        at = parent
      }
    },
    pop: (): Due | undefined => {
      const [top] = heap
      const last = heap.pop()
      if (heap.length > 0 && last) {
        heap[0] = last
        sink(0)
      }
      return top
    },
  }
}
