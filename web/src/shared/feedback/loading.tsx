import './loading.css'

/** Says that a screen's code or data is loading. It appears only after a moment. */
export const Loading = ({ label = 'Loading…' }: { label?: string }) => (
  <div className="loading" role="status">
    <span className="spinner" aria-hidden="true" />
    <span>{label}</span>
  </div>
)

export const Skeleton = ({ width = '100%' }: { width?: string }) => (
  <span className="skeleton" style={{ width }} aria-hidden="true" />
)
