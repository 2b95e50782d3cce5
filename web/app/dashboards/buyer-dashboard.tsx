import { UserPen } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { useLazyDialog } from '#web/components/dialogs/lazy-dialog.ts'
import { OfflineNote } from '#web/components/feedback/offline-note.tsx'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { AvailablePerks } from '#web/features/buyer/redeem-perk/available-perks.tsx'
import { PointsByBusiness } from '#web/features/buyer/see-points/points-by-business.tsx'
import { TotalPoints } from '#web/features/buyer/see-points/total-points.tsx'
import { ReadyCodes } from '#web/features/buyer/see-redemptions/ready-codes.tsx'
import { RedemptionList } from '#web/features/buyer/see-redemptions/redemption-list.tsx'
import { BuyerCard } from '#web/features/buyer/show-buyer-code/buyer-card.tsx'
import { readsAfterRedeem, useAvailablePerks, useBuyerPoints, useRedemptions } from '#web/lib/calls/buyer.ts'
import { useLive } from '#web/lib/reads/live.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { statementReads } from '#web/lib/calls/statement.ts'

const FirstRun = lazyPart(() => import('#web/features/buyer/first-run/first-run.tsx'), ['shops'], <Waiting />)
const OwnCards = lazyPart(() => import('#web/features/buyer/own-cards/own-cards.tsx'), [])

const InstallQuestion = lazyPart(() => import('#web/features/buyer/ask-to-install/install-question.tsx'), [])
const PushQuestion = lazyPart(() => import('#web/features/buyer/ask-for-push/push-question.tsx'), [])

/** R54-R71, updated live. */
export default function BuyerDashboard({ user }: { user: SessionUser }): ReactNode {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const [moves, setMoves] = useState(0)
  useLive((moved) => {
    if (moved) setMoves((count) => count + 1)
    void refresh([...readsAfterRedeem(user.id), statementReads(user.id)])
  })
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pb-4 sm:px-6">
      <PageHead title={t('dashboard.title')} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="py-1 text-title font-bold">{t('dashboard.greeting', { name: user.firstName })}</h1>
        <Link to="/edit-profile" className={buttonLook('quiet', 'regular', '-mx-3 px-3')}>
          <UserPen aria-hidden className="size-5" />
          <span>{t('dashboard.editProfile')}</span>
        </Link>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr]">
        <div className="grid gap-4 md:grid-cols-2 lg:sticky lg:top-4 lg:grid-cols-1">
          {user.buyerId !== null && <BuyerCard code={user.buyerId} />}
          <TotalPoints buyerUserId={user.id} moves={moves} />
        </div>
        <Wallet buyerUserId={user.id} />
      </div>
    </div>
  )
}

/** Waits for the codes that stand on top of it, so that they push nothing down. */
function Wallet({ buyerUserId }: { buyerUserId: number }): ReactNode {
  const redemptions = useRedemptions(buyerUserId)
  const points = useBuyerPoints(buyerUserId)
  const { Dialog: AddCard, ...adding } = useLazyDialog(
    () => import('#web/features/buyer/own-cards/add-card-dialog.tsx'),
  )
  // Asked for at the same time, although shown later.
  useAvailablePerks(buyerUserId)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <OfflineNote atMs={points.keptAtMs ?? redemptions.keptAtMs} />
      <span className="contents">{parts()}</span>
      <OwnCards buyerUserId={buyerUserId} onAdd={adding.show} />
      {AddCard && <AddCard buyerUserId={buyerUserId} open={adding.open} onClose={adding.hide} />}
    </div>
  )

  function parts(): ReactNode {
    if (![redemptions, points].every(({ value, error }) => value || error)) return <Waiting />
    if (redemptions.value?.length === 0 && points.value?.length === 0) return <FirstRun onAddCard={adding.show} />
    return (
      <>
        <ReadyCodes buyerUserId={buyerUserId} />
        <AvailablePerks buyerUserId={buyerUserId} />
        <PointsByBusiness buyerUserId={buyerUserId} />
        <RedemptionList buyerUserId={buyerUserId} />
        <PushQuestion />
        <InstallQuestion />
      </>
    )
  }
}

function Waiting(): ReactNode {
  return <SkeletonRows rows={3} className="h-64" />
}
