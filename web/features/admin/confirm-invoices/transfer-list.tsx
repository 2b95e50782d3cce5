import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { READS_AFTER_CONFIRMATION, returnTransfer, type AdminInvoice } from '#web/lib/calls/staff/admin-businesses.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** What has arrived so far, with who entered it and when. A transfer that was sent back is taken out. */
export function TransferList({ invoice: { id, transfers } }: { invoice: AdminInvoice }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(returnTransfer)

  async function takeOut(transferId: number): Promise<void> {
    try {
      await action.run({ id, transferId })
      toast.success(t('transfers.takenOut'))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_CONFIRMATION)
  }

  return (
    <section className="mb-4 rounded-field bg-tuff px-4 py-2">
      <h3 className="font-semibold">{t('transfers.soFar')}</h3>
      <ul>
        {transfers.map((transfer) => {
          const amount = format.amd(transfer.amountAmd)
          return (
            <li
              key={transfer.id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2 last:border-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className={transfer.returnedAt === null ? 'block font-medium' : 'block line-through'}>
                  {amount}
                </span>
                <span className="block text-small text-ink-soft">
                  {[
                    format.moment(new Date(transfer.enteredAt)),
                    t('adminPeople.byAdmin', { id: transfer.enteredBy }),
                    ...(transfer.reference === null
                      ? []
                      : [t('adminBusinesses.referenceIs', { reference: transfer.reference })]),
                  ].join(' · ')}
                </span>
                {transfer.returnedAt !== null && (
                  <span className="block text-small font-semibold">{t('transfers.notCounted')}</span>
                )}
              </span>
              {transfer.returnedAt === null && (
                <Button look="quiet" busy={action.running} onClick={() => void takeOut(transfer.id)}>
                  <span>{t('transfers.takeOut')}</span>
                  <span className="sr-only">{t('common.namely', { what: amount })}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="pb-1 text-small text-ink-soft">{t('transfers.takeOutText')}</p>
    </section>
  )
}
