import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Perk } from '#contracts/calls/business.ts'
import type { AvailablePerk, BuyerPoints } from '#contracts/calls/buyer.ts'
import { AMD_PER_TENTH } from '#contracts/units/tenths.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import type { PerkLine } from '#web/components/lists/perk-line.tsx'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { ProgressRing } from '#web/components/feedback/progress-ring.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { readsAfterRedeem, useBuyerPoints } from '#web/lib/calls/buyer.ts'
import { usePublicPerks } from '#web/lib/calls/directory.ts'
import { useLive } from '#web/lib/reads/live.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { nextPerk } from './next-perk.ts'
import { perkProgress } from './perk-progress.ts'
import { useDistanceWords } from './use-distance-words.ts'
import { useRedeem } from './use-redeem.tsx'

export interface PerksHereProps {
  /** Handed in, because the page has it already: a file of its own would be one more for visitors. */
  Line: typeof PerkLine
  buyerUserId: number
  business: { id: number; slug: string; businessName: string }
}

/** The perks of a business's page, for a signed-in buyer: with her balance there, and what is within reach. */
export default function PerksHere({ Line, buyerUserId, business }: PerksHereProps): ReactNode {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const points = useBuyerPoints(buyerUserId)
  useLive(() => void refresh(readsAfterRedeem(buyerUserId)))
  return (
    <Card title={t('businessPage.perks')}>
      <ReadingState reading={usePublicPerks(business.slug)} loading={<Skeleton className="h-28" />}>
        {(perks) => <Perks Line={Line} buyerUserId={buyerUserId} business={business} perks={perks} points={points} />}
      </ReadingState>
    </Card>
  )
}

function Perks({
  Line,
  buyerUserId,
  business,
  perks,
  points,
}: PerksHereProps & { perks: readonly Perk[]; points: ReturnType<typeof useBuyerPoints> }): ReactNode {
  const { t } = useTranslation()
  const known = points.value
  const have = toTenths(known?.find((one) => one.business.id === business.id)?.points ?? 0)
  const offered = perks.map((perk) => ({ ...perk, business, canRedeem: toTenths(perk.pointsRequired) <= have }))
  const { ask, wanted, dialogs } = useRedeem(buyerUserId, offered)
  return (
    <>
      <div className="flex min-h-32 flex-col justify-center pb-4">
        <ReadingState reading={points} loading={<Skeleton className="h-24" />}>
          {(value) => <Balance business={business} perks={offered} points={value} haveTenths={have} />}
        </ReadingState>
      </div>
      {offered.length === 0 ? (
        <EmptyState title={t('businessPage.noPerksAvailable')}>{t('businessPage.noPerksText')}</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {offered.map((perk) => (
            <Line key={perk.id} perk={perk}>
              <div className="flex min-h-14 flex-col justify-end">
                {known && perk.canRedeem && (
                  <Button
                    busy={wanted === perk.id}
                    disabled={wanted !== undefined && wanted !== perk.id}
                    aria-haspopup="dialog"
                    aria-label={t('redeem.buttonFor', { perk: perk.name })}
                    className="self-start"
                    onClick={() => ask(perk)}
                  >
                    {t('redeem.button')}
                  </Button>
                )}
                {known && !perk.canRedeem && <Missing perk={perk} points={known} />}
              </div>
            </Line>
          ))}
        </ul>
      )}
      {dialogs}
    </>
  )
}

/** The balance there, with the ring to the next perk. */
function Balance({
  business,
  perks,
  points,
  haveTenths,
}: {
  business: PerksHereProps['business']
  perks: readonly AvailablePerk[]
  points: readonly BuyerPoints[]
  haveTenths: number
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const next = nextPerk(perks)
  const { share, missingTenths } = next ? perkProgress(next, points) : { share: 1, missingTenths: 0 }
  const isKnown = points.some((one) => one.business.id === business.id)
  return (
    <section aria-label={t('pointsHere.title')} className="flex items-center gap-5">
      {perks.length > 0 && (
        <ProgressRing share={share}>
          <Gift className="size-8 text-pomegranate-text" />
        </ProgressRing>
      )}
      <div className="min-w-0">
        <p className="text-small font-medium text-ink-soft">{t('pointsHere.title')}</p>
        <p translate="no" data-testid="points-here" className="text-figure font-bold">
          {format.points(haveTenths)}
        </p>
        {next && (
          <p className="line-clamp-2 text-small wrap-anywhere">
            {t('pointsHere.next', { amount: format.amd(missingTenths * AMD_PER_TENTH), perk: next.name })}
          </p>
        )}
        {!next && perks.length > 0 && <p className="text-small">{t('pointsHere.all')}</p>}
        {isKnown && perks.length === 0 && (
          <Link to={`/statement/${business.id}`} className="text-small font-medium text-pomegranate-text underline">
            {t('points.statement')}
          </Link>
        )}
      </div>
    </section>
  )
}

function Missing({ perk, points }: { perk: AvailablePerk; points: readonly BuyerPoints[] }): ReactNode {
  const { missing, progress, share } = useDistanceWords()(perk, points)
  return (
    <div className="flex max-w-80 flex-col gap-1.5">
      <p className="text-small font-semibold">{missing}</p>
      <ProgressBar share={share} label={perk.name} text={progress} />
    </div>
  )
}
