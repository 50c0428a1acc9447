import { Component, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import './error-boundary.css'

/**
 * Shown when a screen has crashed or could not be loaded, because the phone is offline or a new
 * version replaced the files. A class, because React allows no other error boundary.
 */
export class ErrorBoundary extends Component<
  {
    children: ReactNode
    /** More content for the notice; only for a notice inside a page that has its own `main`. */
    more?: ReactNode
  },
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const Frame = this.props.more ? 'div' : 'main'
    return (
      <Frame className="load-failure" role="alert">
        <h1>This page could not be loaded</h1>
        <p>Please check your connection. What you typed so far is kept on this device.</p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
        {this.props.more}
      </Frame>
    )
  }
}
