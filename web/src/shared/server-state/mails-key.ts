/** The key of every query about mails. */
export const mailsKey = ['mails'] as const
