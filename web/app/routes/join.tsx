import { Moon, Store } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom'
import type { PublicBusiness } from '#contracts/calls/directory.ts'
import { BusinessLogo } from '#web/components/brand/business-logo.tsx'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { usePublicBusiness } from '#web/lib/calls/directory.ts'
import { newCode, rememberNewCode, type SignedUp } from '#web/lib/session/new-code.ts'
import { signInFor } from '#web/lib/session/come-back.ts'
import { useUser } from '#web/lib/session/session.ts'
import { languageOf } from '#web/lib/words/language-of.ts'
import { TEXT_LINK } from '../frames/entry/auth-links.tsx'
import { SHOWS_CODE } from '../frames/shows-code.ts'
import { SignUpForm } from '../frames/entry/sign-up-screen.tsx'
import { PublicReads } from '../public-reads.tsx'

/** /join/{slug}: the sign-up at a shop's counter, reached by the QR code of its poster. */
export default function JoinPage(): ReactNode {
  const { slug = '' } = useParams()
  return (
    <PublicReads>
      <Join key={slug} slug={slug} />
    </PublicReads>
  )
}

/** Whoever has a code already, signed in or not, goes straight to the shop with the code open. */
function Join({ slug }: { slug: string }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const [code] = useState(newCode)
  const reading = usePublicBusiness(slug)
  const shop = `/business/${encodeURIComponent(slug)}`
  if (user || code) return <Navigate to={shop} replace state={SHOWS_CODE} />
  if (user === undefined) return <LoadingScreen />
  if (reading.error && reading.value === undefined && [400, 404].includes(reading.error.status)) {
    return (
      <NarrowPage title={t('businessPage.businessNotFound')} description={t('businessPage.businessNotFoundText')}>
        <PageHead missing />
        <Link to="/auth?signup=true" className={TEXT_LINK}>
          {t('signUp.submit')}
        </Link>
      </NarrowPage>
    )
  }

  function goToShop({ email, code: fresh }: SignedUp): void {
    if (fresh !== null) rememberNewCode(fresh)
    toast.success(t('checkEmail.title'), { description: t('checkEmail.text', { email }) })
    void navigate(shop, { replace: true, state: SHOWS_CODE })
  }

  return (
    <NarrowPage title={t('join.title')} description={t('join.description')} after={<Otherwise shop={shop} />}>
      <PageHead />
      <div className="flex flex-col gap-6">
        <div className="min-h-14">
          <ReadingState reading={reading} loading={<Store aria-hidden className="size-14 p-3 text-ink-soft" />}>
            {(business) => <ShopFace business={business} />}
          </ReadingState>
        </div>
        <SignUpForm onDone={goToShop} />
      </div>
    </NarrowPage>
  )
}

function ShopFace({ business }: { business: PublicBusiness }): ReactNode {
  const { t } = useTranslation()
  const { businessName } = business
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <BusinessLogo logoUrl={business.takesPart ? business.logoUrl : null} name={businessName} />
        <p lang={languageOf(businessName)} className="min-w-0 text-lead font-bold wrap-anywhere">
          {businessName}
        </p>
      </div>
      {!business.takesPart && <Notice icon={<Moon className="size-5" />} title={t('errors.business_not_active')} />}
    </div>
  )
}

function Otherwise({ shop }: { shop: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <p className="mt-6 text-center text-ink-soft">
      <span>{t('signUp.haveAccount')}</span>{' '}
      <Link to={signInFor(shop)} className={TEXT_LINK}>
        {t('signUp.toSignIn')}
      </Link>
    </p>
  )
}
