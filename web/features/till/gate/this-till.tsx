import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { setUser } from '#web/lib/session/session.ts'
import { askTill, useTillState } from '#web/lib/session/till-state.ts'

/** In place of a page that needs a user, in a till's browser. */
export default function ThisTill(): ReactNode {
  const { t } = useTranslation()
  const state = useTillState()
  const isOver = state.kind === 'none' || state.kind === 'ended'

  useEffect(() => {
    void askTill()
  }, [])
  // The page then offers to sign in.
  useEffect(() => {
    if (isOver) setUser(null)
  }, [isOver])

  if (state.kind === 'unknown' || isOver) return <LoadingScreen />
  const reply = state.kind === 'till' ? state.reply : undefined
  return (
    <NarrowPage
      title={t('till.hereTitle')}
      {...(reply && {
        description: t('till.hereText', { till: reply.till.name, business: reply.businessName }),
      })}
    >
      <PageHead title={t('till.hereTitle')} />
      <Link to="/counter" className={buttonLook('primary', 'large')}>
        {t('till.toCounter')}
      </Link>
    </NarrowPage>
  )
}
