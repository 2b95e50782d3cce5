import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredEvent } from '#contracts/calls/staff/audit.ts'
import { VOID_REASON_MAX } from '#contracts/calls/counter.ts'
import { parseAccountStream } from '#contracts/events/ledger-events.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReasonDialog } from '#web/components/dialogs/reason-dialog.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { READS_AFTER_VOID, voidAwardAsAdmin } from '#web/features/admin/call-back-award/admin-awards.ts'
import { useChain } from '#web/lib/calls/staff/audit.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Undefined for any other event. */
function awardIn({
  type,
  stream,
  data,
}: StoredEvent): { businessId: number; buyerId: number; awardId: string; tenths: number } | undefined {
  const account = parseAccountStream(stream)
  const { awardId, tenths } = data
  return type === 'PointsAwarded' && account && typeof awardId === 'string' && typeof tenths === 'number'
    ? { ...account, awardId, tenths }
    : undefined
}

/** Voids the event's award, whatever its age (H4). Renders nothing if it was voided before. */
export default function CallBackAward({ event }: { event: StoredEvent }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const chain = useChain(event.position)
  const action = useAction(voidAwardAsAdmin)
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState(false)
  const result = useRef<HTMLParagraphElement>(null)
  const award = awardIn(event)

  // The button that opened the dialog is gone.
  useEffect(() => {
    if (done) result.current?.focus()
  }, [done])

  const voided = chain.value?.links.some(({ part }) => part === 'void') ?? true
  if (!award || (voided && !done)) return null
  const { businessId, buyerId, awardId, tenths } = award

  async function callBack(reason: string): Promise<void> {
    try {
      const reply = await action.run({ businessId, buyerId, awardId, reason })
      setAsking(false)
      setDone(true)
      toast.success(t('callBack.done', { count: reply.points, points: format.points(toTenths(reply.points)) }))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_VOID)
  }

  return (
    <Card title={t('callBack.title')}>
      {done ? (
        <p ref={result} tabIndex={-1}>
          {t('callBack.doneText')}
        </p>
      ) : (
        <>
          <p className="-mt-2 mb-3 text-ink-soft">{t('callBack.text')}</p>
          <Button look="alarm" onClick={() => setAsking(true)}>
            {t('callBack.go')}
          </Button>
        </>
      )}
      <ReasonDialog
        open={asking}
        title={t('callBack.ask')}
        description={t('callBack.consequences', {
          count: tenths / 10,
          points: format.points(tenths),
          buyer: buyerId,
          business: businessId,
        })}
        go={t('callBack.go')}
        longest={VOID_REASON_MAX}
        busy={action.running}
        onClose={() => setAsking(false)}
        onGo={(reason) => void callBack(reason)}
      />
    </Card>
  )
}
