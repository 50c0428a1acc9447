/**
 * The text to show after the user has made another choice: the suggested text for this choice,
 * unless the user had edited the text suggested for the previous choice.
 */
export const keptText = (typed: string, proposedBefore: string, proposedNow: string): string =>
  typed.trim() !== '' && typed !== proposedBefore ? typed : proposedNow
