import { type MouseEvent, useState } from 'react'

/**
 * The attributes of a control that may become disabled. With the `disabled` attribute, a control
 * loses the focus. So a control that has the focus is only marked as disabled for screen readers,
 * and ignores presses.
 */
export const useKeptFocus = (disabled: boolean | undefined) => {
  const [isFocused, setFocused] = useState(false)
  return {
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    ...(disabled &&
      (isFocused
        ? {
            'aria-disabled': true,
            onClick: (event: MouseEvent) => event.preventDefault(),
          }
        : { disabled })),
  }
}
