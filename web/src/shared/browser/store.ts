import { useSyncExternalStore } from 'react'

/** A value outside React, which components read with `useStore`. */
export type Store<State> = {
  get: () => State
  set: (next: State) => void
  subscribe: (listener: () => void) => () => void
}

export const createStore = <State>(initial: State): Store<State> => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <State>({ subscribe, get }: Store<State>): State =>
  useSyncExternalStore(subscribe, get)
