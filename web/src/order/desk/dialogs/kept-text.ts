/** The text that a choice proposes, unless someone changed the previous proposal. */
export const keptText = (typed: string, proposedBefore: string, proposedNow: string): string =>
  typed.trim() !== '' && typed !== proposedBefore ? typed : proposedNow
