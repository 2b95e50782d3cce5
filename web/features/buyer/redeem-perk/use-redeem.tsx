import { useRef, useState, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { AvailablePerk, Redemption } from '#contracts/calls/buyer.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useRedemptionCode } from '#web/components/dialogs/use-redemption-code.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { readsAfterRedeem, redeemPerk, useBuyerPoints, useRedemptions } from '#web/lib/calls/buyer.ts'
import { rememberAct } from '#web/lib/session/last-act.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { perkProgress } from './perk-progress.ts'

export interface Redeeming {
  /** Asks first. */
  ask: (perk: AvailablePerk) => void
  /** Of the perk being redeemed; undefined while nothing is. */
  wanted: number | undefined
  dialogs: ReactElement
}

/** Redeems `perks` after a question, and shows the code (R63, R65, R66, R69, R70). */
export function useRedeem(buyerUserId: number, perks: readonly AvailablePerk[]): Redeeming {
  const { t } = useTranslation()
  const { forAct } = useErrorWords()
  const format = useFormat()
  const refresh = useRefresh()
  const points = useBuyerPoints(buyerUserId).value
  const redemptions = useRedemptions(buyerUserId).value
  // The code is in the message and the list; an error now would make the buyer redeem again.
  const code = useRedemptionCode(redemptions, 'new')
  const [wanted, setWanted] = useState<number>()
  const [asking, setAsking] = useState<AvailablePerk>()
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

  /** With what remains after it, once the points are known. */
  function askingWords(perk: AvailablePerk): { title: string; description: string } {
    const { haveTenths, needTenths } = perkProgress(perk, points ?? [])
    const cost = t('redeem.costs', { count: needTenths / 10, points: format.points(needTenths) })
    const left = haveTenths - needTenths
    const after = t('redeem.after', {
      count: left / 10,
      points: format.points(left),
      name: perk.business.businessName,
    })
    return { title: t('redeem.ask', { perk: perk.name }), description: points && left >= 0 ? `${cost} ${after}` : cost }
  }

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

  const asked = asking && askingWords(asking)
  const dialogs = (
    <>
      <AlertDialog
        open={asking !== undefined}
        title={asked?.title ?? ''}
        description={asked?.description ?? ''}
        stay={t('redeem.notNowButton')}
        go={t('redeem.go')}
        onStay={() => setAsking(undefined)}
        onGo={() => {
          setAsking(undefined)
          if (asking) void during(() => redeem(asking))
        }}
      />
      <span className="contents">{code.dialog}</span>
    </>
  )
  return { ask: setAsking, wanted: busy ? wanted : undefined, dialogs }
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
