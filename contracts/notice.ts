/** Said where a form, or a request, is wrong in more than one field or beyond its fields. */
export const invalidForm = "Something's not right with your request, try again"

/** Said to whose role a screen or a call is not for. */
export const restrictedText = "You're restricted from viewing this, contact your administrator!"

/** What the APIs answer where nothing more telling is known. */
export const generalTexts = { invalid: invalidForm, forbidden: restrictedText }
