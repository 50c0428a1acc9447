/** Stored and shown in place of personal data that nobody can read any more. */
export const erased = 'erased'
