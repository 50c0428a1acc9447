/** The text that the new choice proposes, unless the user has changed the previous proposal. */
export const keptText = (typed: string, proposedBefore: string, proposedNow: string): string =>
  typed.trim() !== '' && typed !== proposedBefore ? typed : proposedNow
