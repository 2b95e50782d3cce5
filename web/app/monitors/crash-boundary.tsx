import { Component, type ReactNode } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { CrashPage } from './crash-page.tsx'
import { OfflinePage } from '../frames/offline-page.tsx'

/**
 * Catches what a page throws while it renders (R223). Trying again reads anew: an answer that broke the page would break it again. Code
 * that could not be fetched stays missing as long as this page lives, and after an update its address is gone: there the page is loaded anew, but not
 * without a network, where it would be lost: only the dashboard and the check of files open then.
 */
export class CrashBoundary extends Component<
  { children: ReactNode },
  { crashed: false } | { crashed: true; error: unknown }
> {
  override state: { crashed: false } | { crashed: true; error: unknown } = { crashed: false }

  static getDerivedStateFromError(error: unknown): { crashed: true; error: unknown } {
    return { crashed: true, error }
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children
    const { error } = this.state
    if (!isMissingCode(error)) return <CrashPage onTryAgain={() => this.tryAgain()} />
    if (navigator.onLine) return <CrashPage onTryAgain={() => location.reload()} />
    return <OfflinePage />
  }

  private tryAgain(): void {
    dropReadCache()
    this.setState({ crashed: false })
  }
}

/** What lib/api/fetch-code.ts rejects with; no answer of the server is thrown where a page renders. */
const isMissingCode = (error: unknown): boolean => error instanceof ApiError
