import { useLayoutEffect } from 'react'
import { keyTargetOf } from '../../../shared/browser/key-target.ts'

export const reviewKeys = [
  { key: 'j', action: 'next', text: 'Next order' },
  { key: 'k', action: 'previous', text: 'Previous order' },
  { key: 'l', action: 'later', text: 'Later: put the order at the end of the queue' },
  { key: 'x', action: 'select', text: 'Select or deselect the order' },
  { key: ' ', action: 'expand', text: 'Show or hide all details' },
  { key: 'a', action: 'approve', text: 'Approve' },
  { key: 'c', action: 'compare', text: 'Compare with the order that looks alike' },
  { key: '1 to 9', action: 'choose', text: 'Choose the money, or undo the choice' },
  { key: 'e', action: 'archive', text: 'Archive, or archive all selected' },
  { key: 'n', action: 'note', text: 'Leave a note for colleagues' },
  { key: 'q', action: 'ask', text: 'Ask the customer' },
  { key: 'z', action: 'undo', text: 'Undo the latest change' },
  { key: '+', action: 'larger', text: 'Enlarge the proof' },
  { key: '-', action: 'smaller', text: 'Make the proof smaller' },
  { key: 'r', action: 'rotate', text: 'Rotate the proof' },
  { key: '/', action: 'search', text: 'Search' },
  { key: '?', action: 'help', text: 'Show these keys' },
] as const

export type ReviewAction = (typeof reviewKeys)[number]['action']

type KeyPress = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
}
type KeyTarget = { tag: string; isEditable: boolean; isInDialog: boolean }

/** These elements handle the space bar themselves. */
const takesSpace = ['BUTTON', 'SUMMARY', 'INPUT']

/**
 * The action of the pressed key. Null if the user is typing or in a dialog, or if the browser or a
 * button needs the key.
 */
export const actionOfKey = (pressed: KeyPress, where: KeyTarget): ReviewAction | null => {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  if (where.isEditable || where.isInDialog) return null
  const name = /^[1-9]$/.test(pressed.key) ? '1 to 9' : pressed.key
  const entry = reviewKeys.find(({ key }) => key === name)
  if (!entry) return null
  if (entry.action === 'expand' && takesSpace.includes(where.tag)) return null
  // Holding a key down must not approve one order after another unseen.
  if (pressed.repeat && entry.action !== 'next' && entry.action !== 'previous') return null
  return entry.action
}

export const useReviewShortcuts = (
  on: boolean,
  act: (action: ReviewAction, key: string) => void,
): void => {
  // In a layout effect, so that a key never acts on the order from an earlier render.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOfKey(event, keyTargetOf(event))
      if (!action || (!on && action !== 'help')) return
      event.preventDefault()
      act(action, event.key)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}
