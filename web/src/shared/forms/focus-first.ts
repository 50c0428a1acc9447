/** The first text area whose text was restored from a draft. `KeptText` lists these fields. */
const keptText = (form: HTMLElement): HTMLTextAreaElement | undefined => {
  const holder = form.querySelector<HTMLElement>('[data-holds-text]')
  const names = holder?.dataset.holdsText?.split(' ') ?? []
  return names
    .map((name) => form.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`))
    .find((field) => field !== null)
}

/**
 * Moves the focus to a text area whose text was restored, with the caret at the end, so that the
 * user can continue writing. If there is none, to the element that is marked to get the focus, or
 * else to the first field. Returns whether anything could be focused.
 */
export const focusFirst = (form: HTMLElement): boolean => {
  const find = (selector: string) => form.querySelector<HTMLElement>(selector)
  const kept = keptText(form)
  const first = kept ?? find('[data-first-focus]') ?? find('input, select, textarea')
  first?.focus()
  kept?.setSelectionRange(kept.textLength, kept.textLength)
  return first !== null
}
