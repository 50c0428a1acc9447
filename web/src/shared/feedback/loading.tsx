import './loading.css'

/** Shown while a screen's code or data loads, except for the first moment. */
export const Loading = ({ label = 'Loading…' }: { label?: string }) => (
  <div className="loading" role="status">
    <span className="spinner" aria-hidden="true" />
    <span>{label}</span>
  </div>
)

export const Skeleton = ({ width = '100%' }: { width?: string }) => (
  <span className="skeleton" style={{ width }} aria-hidden="true" />
)
