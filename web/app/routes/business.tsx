import { Moon, Store } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import { SERVER_HEAD } from '#contracts/pages/page-metadata.ts'
import { PerkLine } from '#web/components/lists/perk-line.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { BackToDirectory, BusinessPage } from '#web/features/visitor/business-page/business-page.tsx'
import type { TakingPart } from '#web/features/visitor/business-page/contact-list.tsx'
import { PublicPerks } from '#web/features/visitor/business-page/public-perks.tsx'
import { StructuredData } from '#web/features/visitor/business-page/structured-data.tsx'
import { RatingLine } from '#web/features/buyer/reviews/rating-line.tsx'
import { Reviews } from '#web/features/buyer/reviews/reviews.tsx'
import { usePublicBusiness } from '#web/lib/calls/directory.ts'
import { useRating } from '#web/lib/calls/reviews.ts'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { newCode } from '#web/lib/session/new-code.ts'
import { useUser } from '#web/lib/session/session.ts'
import { showsCode } from '../frames/shows-code.ts'
import { PublicReads } from '../public-reads.tsx'

const PerksHere = lazyPart(
  () => import('#web/features/buyer/redeem-perk/perks-here.tsx'),
  ['person', 'rest'],
  <PerksWait />,
)
const OwnCode = lazyPart(() => import('../frames/own-code.tsx'), ['person'])

/** /business/{slug}: a business in its four states (R114-R118, H28). */
export default function BusinessRoute(): ReactNode {
  const { slug = '' } = useParams()
  return (
    <PublicReads>
      <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-4 py-4 sm:px-6">
        <BackToDirectory />
        <Business key={slug} slug={slug} />
      </div>
    </PublicReads>
  )
}

function Business({ slug }: { slug: string }): ReactNode {
  const { t } = useTranslation()
  const reading = usePublicBusiness(slug)
  const { value: rating } = useRating(slug)
  // The first page's head is the server's, which knows the name already.
  const [hasHead] = useState(() => globalThis.document?.head.querySelector(`[${SERVER_HEAD}]`) != null)
  if (reading.error && reading.value === undefined && [400, 404].includes(reading.error.status)) {
    return (
      <div className="flex flex-1 flex-col items-start justify-center gap-4 self-center py-12">
        <PageHead missing />
        <Store aria-hidden className="size-12 text-ink-soft" />
        <h1 className="text-title font-bold">{t('businessPage.businessNotFound')}</h1>
        <p className="text-ink-soft">{t('businessPage.businessNotFoundText')}</p>
      </div>
    )
  }
  return (
    <>
      {reading.value === undefined && !hasHead && <PageHead />}
      <ReadingState reading={reading} loading={<LoadingScreen />}>
        {(business) =>
          business.takesPart ? (
            <>
              <PageHead business={business} />
              <StructuredData business={business} rating={rating} />
              <CodeHere />
              <BusinessPage
                business={business}
                rating={<RatingLine slug={slug} />}
                perks={<Perks business={business} />}
                reviews={<Reviews slug={slug} />}
              />
            </>
          ) : (
            <div className="flex max-w-2xl flex-col gap-4">
              <PageHead business={{ ...business, description: '' }} />
              <h1 className="text-headline font-bold tracking-tight wrap-anywhere">{business.businessName}</h1>
              <Notice icon={<Moon className="size-5" />} title={t('errors.business_not_active')}>
                {t('businessPage.pausedText')}
              </Notice>
            </div>
          )
        }
      </ReadingState>
    </>
  )
}

function Perks({ business }: { business: TakingPart }): ReactNode {
  const user = useUser()
  if (user?.role === 'buyer') return <PerksHere Line={PerkLine} buyerUserId={user.id} business={business} />
  return user === undefined ? <PerksWait /> : <PublicPerks slug={business.slug} />
}

/** With the height of what a buyer sees. */
function PerksWait(): ReactNode {
  const { slug = '' } = useParams()
  return <PublicPerks slug={slug} room />
}

/** After a sign-up in this browser, and for a buyer who comes from the shop's poster. */
function CodeHere(): ReactNode {
  const { state } = useLocation()
  const user = useUser()
  const [fresh] = useState(newCode)
  const opened = showsCode(state)
  const code = user ? opened && user.buyerId : fresh
  if (!code) return null
  return (
    <div className="w-full max-w-md self-center">
      <OwnCode code={code} verified={user != null} opened={opened} />
    </div>
  )
}
