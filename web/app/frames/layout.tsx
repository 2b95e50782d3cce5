import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { useUser } from '#web/lib/session/session.ts'
import { visitIfAny } from '#web/lib/session/visit-state.ts'
import { CrashBoundary } from '../monitors/crash-boundary.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Not in a visitor's first script; loads later without a connection, and blocks nothing. */
const VisitMonitor = lazy(() => fetchPatiently(() => import('../monitors/visit-monitor.tsx')))

/** The counter has the whole screen. */
const BARE = /^\/counter(\/|$)/

/** Longest wait (ms) for the visit's status. */
const HELD_MS = 5_000

/**
 * During a visit the page waits for the banner (R32): without it the business's data would look like the reader's own,
 * and the banner would push everything down. Navigation moves scroll and focus to the top (R21) and announces the
 * title, as a browser does for its own page loads (WCAG 4.1.3).
 */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isBare = BARE.test(pathname)
  const user = useUser()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  // Only a browser that started a visit waits.
  const [isBlocked, setHeld] = useState(() => visitIfAny() === undefined)

  useEffect(() => {
    const timer = setTimeout(setHeld, navigator.onLine ? HELD_MS : 0, false)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
    // The title comes with the page, which may still be loading.
    const call = (): void => setTitle(document.title)
    call()
    const watch = new MutationObserver(call)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [pathname])

  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-50 focus:rounded-field focus:bg-surface focus:px-4 focus:py-3"
      >
        {t('common.skip')}
      </a>
      <p role="status" className="sr-only">
        {title}
      </p>
      <Suspense>{user && <VisitMonitor userId={user.id} onHold={setHeld} />}</Suspense>
      {isBlocked && user !== null ? (
        <LoadingScreen />
      ) : (
        <>
          {!isBare && <Header />}
          <main id="main" ref={main} tabIndex={-1} className="flex min-h-dvh flex-1 flex-col outline-none">
            <CrashBoundary key={pathname}>{children}</CrashBoundary>
          </main>
          {!isBare && <Footer />}
        </>
      )}
    </>
  )
}
