/** The text that a form restored from a draft (`KeptText`), if it is longer than a line. */
const keptText = (form: HTMLElement): HTMLTextAreaElement | undefined => {
  const holder = form.querySelector<HTMLElement>('[data-holds-text]')
  const names = holder?.dataset.holdsText?.split(' ') ?? []
  return names
    .map((name) => form.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`))
    .find((field) => field !== null)
}

/**
 * Focuses the element that asks to be first, or the first field. A restored text comes before both,
 * with the caret at its end, because its writer goes on with it. Returns whether there is such an
 * element.
 */
export const focusFirst = (form: HTMLElement): boolean => {
  const find = (selector: string) => form.querySelector<HTMLElement>(selector)
  const kept = keptText(form)
  const first = kept ?? find('[data-first-focus]') ?? find('input, select, textarea')
  first?.focus()
  kept?.setSelectionRange(kept.textLength, kept.textLength)
  return first !== null
}
