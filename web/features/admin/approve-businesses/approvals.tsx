import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Approvals as Waiting } from '#contracts/calls/staff/admin.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { ReasonDialog } from '#web/components/dialogs/reason-dialog.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { decide, READS_AFTER_DECISION, useApprovals, type Decision } from '#web/lib/calls/staff/admin-businesses.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { ApprovalCard } from './approval-card.tsx'

type Asked = { decision: Extract<Decision, 'approve' | 'reject'>; business: Waiting[number] }

/** Pending registrations, oldest first (H21, H26); unverified ones apart. */
export function Approvals(): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(decide)
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const name = asked?.business.businessName ?? ''

  async function carryOut(reason?: string): Promise<void> {
    if (!asked) return
    const { decision, business } = asked
    try {
      await action.run({ id: business.id, decision, ...(reason !== undefined && { reason }) })
      setOpen(false)
      toast.success(
        t(decision === 'approve' ? 'adminBusinesses.approved' : 'adminBusinesses.rejected', {
          name: business.businessName,
        }),
      )
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_DECISION)
  }
  const ask = (business: Waiting[number], decision: Asked['decision']): void => {
    setAsked({ business, decision })
    setOpen(true)
  }

  const card = (business: Waiting[number]): ReactNode => (
    <Target key={business.id} id={`business-${business.id}`}>
      <ApprovalCard business={business} onDecide={(decision) => ask(business, decision)} />
    </Target>
  )

  return (
    <>
      <ReadingState reading={useApprovals()}>
        {(waiting) => {
          const { decidable = [], unverified = [] } = Object.groupBy(waiting, ({ owner }) =>
            owner.emailVerified ? 'decidable' : 'unverified',
          )
          return (
            <>
              {decidable.length === 0 && (
                <EmptyState title={t('adminBusinesses.noneWaitingTitle')}>
                  {t('adminBusinesses.noneWaitingText')}
                </EmptyState>
              )}
              {decidable.map(card)}
              {unverified.length > 0 && (
                <>
                  <div className="mt-4">
                    <h2 className="text-lead font-bold">{t('adminBusinesses.unverifiedTitle')}</h2>
                    <p className="text-ink-soft">{t('adminBusinesses.unverifiedText')}</p>
                  </div>
                  {unverified.map(card)}
                </>
              )}
            </>
          )
        }}
      </ReadingState>
      <AlertDialog
        open={open && asked?.decision === 'approve'}
        title={t('adminBusinesses.approveTitle', { name })}
        description={t('adminBusinesses.approveText')}
        stay={t('admin.stay')}
        go={t('adminBusinesses.approve')}
        busy={action.running}
        onStay={() => setOpen(false)}
        onGo={() => void carryOut()}
      />
      <ReasonDialog
        open={open && asked?.decision === 'reject'}
        title={t('adminBusinesses.rejectTitle', { name })}
        description={t('adminBusinesses.rejectText')}
        go={t('adminBusinesses.reject')}
        busy={action.running}
        onClose={() => setOpen(false)}
        onGo={(reason) => void carryOut(reason)}
      />
    </>
  )
}

/** Takes the focus when it appears, if the address's fragment names it: the browser looked for it too early. */
function Target({ id, children }: { id: string; children: ReactNode }): ReactNode {
  const element = useRef<HTMLDivElement>(null)
  const isNamed = useLocation().hash === `#${id}`
  useEffect(() => {
    if (isNamed) element.current?.focus()
  }, [isNamed])
  return (
    <div ref={element} id={id} tabIndex={-1} className="scroll-mt-4 rounded-card">
      {children}
    </div>
  )
}
