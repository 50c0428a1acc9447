import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a subscriber receives every change until it unsubscribes', () => {
  const store = createStore(1)
  const seen: number[] = []
  const unsubscribe = store.subscribe(() => seen.push(store.get()))
  store.set(2)
  unsubscribe()
  store.set(3)
  expect(seen).toEqual([2])
  expect(store.get()).toBe(3)
})
