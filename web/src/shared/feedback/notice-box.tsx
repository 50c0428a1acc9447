import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import './notice-box.css'

/**
 * A notice that stays, beside or instead of a toast. Screen readers read it out when it appears.
 */
export const NoticeBox = ({
  kind,
  title,
  text,
  action,
  children,
}: {
  kind: 'success' | 'failure' | 'info'
  title: string
  text?: string
  action?: { text: string; onClick: () => void }
  children?: ReactNode
}) => (
  <div className={`notice-box notice-box-${kind}`} role={kind === 'failure' ? 'alert' : 'status'}>
    <div className="notice-box-words">
      <p className="notice-box-title">{title}</p>
      {text && <p>{text}</p>}
      {children && <div>{children}</div>}
    </div>
    {action && (
      <Button size="small" onClick={action.onClick}>
        {action.text}
      </Button>
    )}
  </div>
)
