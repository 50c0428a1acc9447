/** Of every query about mails. */
export const mailsKey = ['mails'] as const
