export const mailsKey = ['mails'] as const
