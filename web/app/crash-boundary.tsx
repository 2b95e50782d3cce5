import { Component, type ReactNode } from 'react'
import { CrashPage } from './crash-page.tsx'

/** Catches what a page throws while it renders (R223). */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true }
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children
    return <CrashPage onTryAgain={() => this.setState({ crashed: false })} />
  }
}
