/** The first text area with text that was restored from a draft (`KeptText` names the fields). */
const keptText = (form: HTMLElement): HTMLTextAreaElement | undefined => {
  const holder = form.querySelector<HTMLElement>('[data-holds-text]')
  const names = holder?.dataset.holdsText?.split(' ') ?? []
  return names
    .map((name) => form.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`))
    .find((field) => field !== null)
}

/**
 * Focuses the element that asks to be first, or the first field. A text area with restored text
 * comes before both, with the caret at its end, so that the user can continue the text. Returns
 * whether anything could be focused.
 */
export const focusFirst = (form: HTMLElement): boolean => {
  const find = (selector: string) => form.querySelector<HTMLElement>(selector)
  const kept = keptText(form)
  const first = kept ?? find('[data-first-focus]') ?? find('input, select, textarea')
  first?.focus()
  kept?.setSelectionRange(kept.textLength, kept.textLength)
  return first !== null
}
