import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BuyerHere, BuyerVerifyReply } from '#contracts/calls/business.ts'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { PerkRing } from './perk-ring.tsx'

const PERKS_SHOWN = 3

export interface BuyerTileProps {
  code: string
  /** Undefined until the server replies. */
  buyer: BuyerVerifyReply | undefined
  /** Why it does not. */
  unknown: string | undefined
}

/** The buyer at the counter: code and first letter, balance here, and what it is good for. */
export function BuyerTile({ code, buyer, unknown }: BuyerTileProps): ReactNode {
  const { t } = useTranslation()
  const here = buyer?.here
  return (
    <div data-testid="buyer-tile" className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
      {here ? <BalanceRing here={here} /> : !buyer && !unknown && <Skeleton className="size-32 sm:size-36" />}
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1">
        <p translate="no" className="flex items-baseline gap-2">
          <span className="text-title font-bold">{spacedCode(code)}</span>
          {buyer && <span className="text-lead text-ink-soft">{buyer.hint}</span>}
        </p>
        {here && <NextPerk here={here} />}
        {here && <Affordable here={here} />}
        {unknown !== undefined && (
          <p className="text-apricot-text">
            <span>{unknown}</span> <span>{t('counter.unknownHere')}</span>
          </p>
        )}
      </div>
    </div>
  )
}

function BalanceRing({ here }: { here: BuyerHere }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const balance = toTenths(here.balance)
  return (
    <PerkRing share={shareOf(here, balance)}>
      <p translate="no" className="text-figure leading-none font-bold">
        {format.points(balance)}
      </p>
      <p className="text-small text-ink-soft">{t('counter.balance')}</p>
    </PerkRing>
  )
}

export function NextPerk({ here, balance = toTenths(here.balance) }: { here: BuyerHere; balance?: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (!here.next) return null
  const missing = toTenths(here.next.pointsRequired) - balance
  return (
    <p className="font-semibold wrap-anywhere">
      {missing > 0
        ? t('counter.toGo', { perk: here.next.name, count: missing / 10, points: format.points(missing) })
        : t('counter.reached', { perk: here.next.name })}
    </p>
  )
}

function Affordable({ here }: { here: BuyerHere }): ReactNode {
  const { t } = useTranslation()
  const more = here.affordable.length - PERKS_SHOWN
  if (here.affordable.length === 0) return null
  return (
    <div>
      <p className="text-small text-ink-soft">{t('counter.affordable')}</p>
      <ul className="flex flex-wrap gap-x-3">
        {/* The dearest first: those are what buyers save for. */}
        {here.affordable
          .toReversed()
          .slice(0, PERKS_SHOWN)
          .map(({ name }, index) => (
            <li key={index} className="flex items-center gap-1.5 text-leaf-text">
              <Gift aria-hidden className="size-4 shrink-0" />
              <span className="wrap-anywhere">{name}</span>
            </li>
          ))}
        {more > 0 && <li className="text-ink-soft">{t('counter.more', { count: more })}</li>}
      </ul>
    </div>
  )
}

/** How much of the next perk a balance (tenths) covers; 1 if there is none. */
export function shareOf(here: BuyerHere, balanceTenths: number): number {
  if (!here.next) return here.affordable.length > 0 ? 1 : 0
  return Math.min(1, balanceTenths / toTenths(here.next.pointsRequired))
}
