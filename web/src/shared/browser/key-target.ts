/** The storage key of the switch for shortcuts without Ctrl. */
export const singleKeys = 'strand.keys'

/** Where a key was pressed, for keys that act only while nobody is typing. */
export const keyTargetOf = ({ target }: KeyboardEvent) => {
  const element = target instanceof HTMLElement ? target : document.body
  return {
    tag: element.tagName,
    isEditable:
      element.isContentEditable ||
      element.matches('textarea, select, input:not([type="checkbox"])'),
    isInDialog: element.closest('[role$="dialog"], [role="menu"], dialog') !== null,
  }
}
