/**
 * Copies a text to the clipboard. Resolves to false if the browser refuses. The fallback is needed
 * in browsers inside other apps, and on plain http, where there is no clipboard API.
 */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.setAttribute('readonly', '')
    area.style.position = 'fixed'
    area.style.opacity = '0'
    document.body.append(area)
    const focused = document.activeElement
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    // Selecting the text took the focus.
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}
