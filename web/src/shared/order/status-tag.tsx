import './status-tag.css'

const shown = ['pending', 'confirmed', 'shipped', 'returned']

/** An order's status in its colour, and always in words. An unknown status is red. */
export const StatusTag = ({ status }: { status: string }) => (
  <span className={`status-tag status-${shown.includes(status) ? status : 'other'}`}>{status}</span>
)
