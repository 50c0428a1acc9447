/** Replaces personal data that can no longer be read, in stored rows and on screens. */
export const erased = 'erased'
