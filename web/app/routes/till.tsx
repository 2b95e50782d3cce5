import { Store, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { PairForm } from '#web/features/till/gate/pair-form.tsx'
import { useTillState } from '#web/lib/session/till-state.ts'
import { useUser } from '#web/lib/session/session.ts'

/** Makes this browser a till of a shop. */
export default function TillPage(): ReactNode {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const user = useUser()
  const state = useTillState()
  const till = !user && state.kind === 'till' ? state.reply : undefined
  return (
    <NarrowPage title={t('till.pairTitle')} description={t('till.pairText')}>
      <PageHead title={t('till.pairTitle')} />
      <div className="flex flex-col gap-5">
        {user && (
          <Notice icon={<UserRound className="size-5" />} title={t('till.signedInTitle')}>
            {t('till.signedInText')}
          </Notice>
        )}
        {till && (
          <Notice
            icon={<Store className="size-5" />}
            title={t('till.hereTitle')}
            action={
              <Link to="/counter" className={buttonLook('secondary')}>
                {t('till.toCounter')}
              </Link>
            }
          >
            {t('till.alreadyText', { till: till.till.name, business: till.businessName })}
          </Notice>
        )}
        <PairForm code={query.get('code') ?? ''} onPaired={() => void navigate('/counter', { replace: true })} />
      </div>
    </NarrowPage>
  )
}
