/** Shown if several fields of a form or request are wrong, or if the fault belongs to no field. */
export const invalidFormText = "Something's not right with your request, try again"

/** Shown to a user whose role may not see a screen or make a call. */
export const restrictedText = "You're restricted from viewing this, contact your administrator!"

/** What the APIs answer if they have nothing more specific to say. */
export const defaultErrorTexts = { invalid: invalidFormText, forbidden: restrictedText }
