import { Component, type ReactNode } from 'react'
import { Button } from '../shared/buttons/button.tsx'
import './error-boundary.css'

/**
 * Shown when a screen could not be loaded (the phone went offline, or a new version replaced the
 * files) or broke. React can catch this only in a class component.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="load-failure" role="alert">
        <h1>This page could not be loaded</h1>
        <p>Please check your connection. What you typed so far is kept on this device.</p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </main>
    )
  }
}
