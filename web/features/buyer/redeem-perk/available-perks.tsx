import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AvailablePerk, Redemption } from '#contracts/calls/buyer.ts'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useRedemptionCode } from '#web/components/dialogs/use-redemption-code.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import {
  readsAfterRedeem,
  redeemPerk,
  useAvailablePerks,
  useBuyerPoints,
  useRedemptions,
} from '#web/lib/calls/buyer.ts'
import { rememberAct } from '#web/lib/session/last-act.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { PerkRow } from './perk-row.tsx'

/** Five at a time (R59, R62, R63, R65, R69). */
export function AvailablePerks({ buyerUserId }: { buyerUserId: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('redeem.title')}>
      <ReadingState reading={useAvailablePerks(buyerUserId)}>
        {(perks) =>
          perks.length === 0 ? (
            <EmptyState title={t('redeem.emptyTitle')}>{t('redeem.emptyText')}</EmptyState>
          ) : (
            <Perks buyerUserId={buyerUserId} perks={perks} />
          )
        }
      </ReadingState>
    </Card>
  )
}

function Perks({ buyerUserId, perks }: { buyerUserId: number; perks: readonly AvailablePerk[] }): ReactNode {
  const { t } = useTranslation()
  const { forAct } = useErrorWords()
  const refresh = useRefresh()
  const points = useBuyerPoints(buyerUserId).value
  const page = usePage(perks)
  const redemptions = useRedemptions(buyerUserId).value
  // The code is in the message and the list; an error now would make the buyer redeem again.
  const code = useRedemptionCode(redemptions, 'quietly')
  const [wanted, setWanted] = useState<number>()
  const { busy, during } = useBusy()
  const shownUnder = useRef(new Map<string, { pointsRequired: number; perkName?: string }>())
  const endedOf = useEndedRedemptions(redemptions)

  /** The cost and name at the first press under this key: a retry must send the same. */
  function shownOf(key: string, perkId: number): { pointsRequired: number; perkName?: string } {
    const perk = perks.find(({ id }) => id === perkId)
    const shown = shownUnder.current.get(key) ?? {
      pointsRequired: Number(perk?.pointsRequired),
      ...(perk && { perkName: perk.name }),
    }
    shownUnder.current.set(key, shown)
    return shown
  }

  // After a listed redemption has ended, the next press is a new one, even if the first reply was lost.
  const action = useAction(({ perkId }: { perkId: number; ended: readonly string[] }, key: string) =>
    redeemPerk(buyerUserId, { perkId, ...shownOf(key, perkId) }, key),
  )

  async function redeem(perk: AvailablePerk): Promise<void> {
    setWanted(perk.id)
    try {
      const reply = await action.run({ perkId: perk.id, ended: endedOf(perk.id) })
      code.show({ id: reply.redemptionId, ...reply })
      const done = t('redeem.done', { code: spacedCode(reply.redemptionCode) })
      rememberAct(done)
      toast.success(done, { withDialog: true })
    } catch (error) {
      const insufficient = error instanceof ApiError && error.message.includes('Insufficient')
      if (insufficient) toast.error(t('dashboardErrors.insufficient_points'))
      else {
        const { title, description } = forAct(t('redeem.failed'), error)
        toast.error(title, { description })
      }
    }
    await refresh(readsAfterRedeem(buyerUserId))
  }

  return (
    <>
      <ul className="divide-y divide-line">
        {page.items.map((perk) => (
          <PerkRow
            key={perk.id}
            perk={perk}
            points={points}
            busy={busy && wanted === perk.id}
            disabled={busy && wanted !== perk.id}
            onRedeem={() => void during(() => redeem(perk))}
          />
        ))}
      </ul>
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('redeem.title')} />
      {code.dialog}
    </>
  )
}

/**
 * Redemptions that appeared on this screen and are over: used, or cancelled and gone. Those of the first reply may
 * predate the press.
 */
function useEndedRedemptions(listed: readonly Redemption[] | undefined): (perkId: number) => readonly string[] {
  const [before, setBefore] = useState<readonly Redemption[]>()
  const [later, setLater] = useState<readonly Redemption[]>([])
  if (listed && !before) setBefore(listed)
  const known = new Set([...(before ?? listed ?? []), ...later].map(({ id }) => id))
  const unknown = listed?.filter(({ id }) => !known.has(id)) ?? []
  if (unknown.length > 0) setLater([...later, ...unknown])
  const isGood = (id: string): boolean => listed?.some((one) => one.id === id && !one.isUsed) ?? true
  return (perkId) => later.filter((one) => one.perkId === perkId && !isGood(one.id)).map(({ id }) => id)
}
