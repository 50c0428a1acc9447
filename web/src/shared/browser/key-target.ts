export const singleKeys = 'strand.keys'

/**
 * Describes the element in which a key was pressed, for shortcuts that must not act while the user
 * types.
 */
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
