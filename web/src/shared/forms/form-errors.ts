import type { z } from 'zod'

export type FormErrors = Record<string, string>

export const formErrorsOf = (schema: z.ZodType, values: unknown): FormErrors => {
  const { success, error } = schema.safeParse(values)
  return success
    ? {}
    : firstErrorPerField(error.issues.map(({ path, message }) => ({ path, message })))
}

export const firstErrorPerField = (
  issues: { path: PropertyKey[] | string; message: string }[],
): FormErrors => {
  const errors: FormErrors = {}
  for (const { path, message } of issues) {
    const field = typeof path === 'string' ? (path.split('.')[0] ?? '') : String(path[0] ?? '')
    if (field !== '') errors[field] ??= message
  }
  return errors
}
