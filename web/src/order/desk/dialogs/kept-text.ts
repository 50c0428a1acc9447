/**
 * The text to show after a new choice: the choice's prepared text, unless the user has changed the
 * text of the previous choice.
 */
export const keptText = (typed: string, proposedBefore: string, proposedNow: string): string =>
  typed.trim() !== '' && typed !== proposedBefore ? typed : proposedNow
