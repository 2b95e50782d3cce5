import { Component, type ReactNode } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { CrashPage } from './crash-page.tsx'
import { OfflinePage } from '../frames/offline-page.tsx'

/**
 * Catches rendering errors (R223).
 * - A retry reads again, because the same reply would crash the page again.
 * - Missing code stays missing until a reload, and an update removes its address. So the page reloads, but not
 *   offline, where only the dashboard and the file check open.
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

/** From lib/api/fetch-code.ts; rendering throws no server error. */
const isMissingCode = (error: unknown): boolean => error instanceof ApiError
