import type { ReactNode } from 'react'

/**
 * Creates an icon. Icons are hidden from screen readers, because the text or label beside them
 * carries the meaning.
 */
export const createIcon = (content: ReactNode) => () => (
  <svg
    // In `rem`, so that icons grow if the user enlarges the text.
    width="1.25rem"
    height="1.25rem"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {content}
  </svg>
)

export const CloseIcon = createIcon(<path d="m5 5 10 10M15 5 5 15" />)
export const MenuIcon = createIcon(<path d="M3 5h14M3 10h14M3 15h14" />)
export const CheckIcon = createIcon(<path d="m4 10.5 4 4 8-9" />)
