import { Component, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import './error-boundary.css'

/**
 * Replaces a screen that has crashed, or that could not be loaded because the phone is offline or a
 * new version replaced the files. It is a class, because React has no other kind of error boundary.
 */
export class ErrorBoundary extends Component<
  {
    children: ReactNode
    /**
     * More content for the notice. Set only if the notice appears inside a page that has its own
     * `main`.
     */
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
