/** Stored and shown in place of personal data that can no longer be read. */
export const erased = 'erased'
