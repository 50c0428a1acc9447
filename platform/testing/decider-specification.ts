import type { Decider } from '@strand/event-sourcing/commands/decider'
import { expect } from 'vitest'

/**
 * Tests a decider with given, when and then: `given(created).when(approve).thenEvents(approved)`.
 */
export const deciderSpecification = <S, C, E>({
  initialState,
  evolve,
  decide,
}: Decider<S, C, E>) => ({
  given: (...events: E[]) => {
    const state = events.reduce(evolve, initialState)
    return {
      when: (command: C) => ({
        thenEvents: (...expected: E[]) => expect(decide(command, state)).toEqual(expected),
        thenRejected: (code: string, message?: string) =>
          expect(() => decide(command, state)).toThrow(
            expect.objectContaining(message === undefined ? { code } : { code, message }),
          ),
      }),
    }
  },
})
