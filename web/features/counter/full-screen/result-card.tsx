import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AwardReply, BuyerVerifyReply } from '#contracts/calls/business.ts'
import { SeedsCelebration } from '#web/components/brand/seeds-celebration.tsx'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { NextPerk, shareOf } from './buyer-tile.tsx'
import { PerkRing } from './perk-ring.tsx'
import { useCountUp } from './use-count-up.ts'

/** The award's points and the new balance, which counts up from the old one. */
export function ResultCard({ reply, buyer }: { reply: AwardReply; buyer: BuyerVerifyReply | undefined }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const [points, balance] = [toTenths(reply.points), toTenths(reply.balance)]
  const shown = useCountUp(balance - points, balance)
  const here = buyer?.here
  return (
    <div data-testid="award-result" className="flex animate-appear flex-wrap items-center gap-x-5 gap-y-3">
      {here ? (
        <PerkRing share={shareOf(here, balance)} before={shareOf(here, balance - points)}>
          <p aria-hidden translate="no" className="text-figure leading-none font-bold">
            {format.points(shown)}
          </p>
          <p aria-hidden className="text-small text-ink-soft">
            {t('counter.balance')}
          </p>
        </PerkRing>
      ) : (
        <SeedsCelebration pointsTenths={points} />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-title font-bold text-leaf-text">
          {t('award.awarded', { count: points / 10, points: format.points(points) })}
        </p>
        <p translate="no">
          {t('award.newBalance', { code: spacedCode(reply.buyerId), balance: format.points(balance) })}
        </p>
        {here && <NextPerk here={here} balance={balance} />}
      </div>
    </div>
  )
}
