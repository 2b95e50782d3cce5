import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { REPORT_MAIL_HOURS, type ReportMail as Setting } from '#contracts/calls/day-report.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { changeReportMail, reportMailPath, useReportMail } from '#web/lib/calls/day-report.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const HOURS = Array.from(
  { length: REPORT_MAIL_HOURS.to - REPORT_MAIL_HOURS.from + 1 },
  (_, index) => REPORT_MAIL_HOURS.from + index,
)
const NEVER = 'never'

/** Saved as soon as it is chosen. */
export function ReportMail({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const reading = useReportMail(businessId)
  const { busy, during } = useBusy()
  const noteId = useId()
  const action = useAction((setting: Setting, key: string) => changeReportMail(businessId, setting, key))

  async function choose(value: string): Promise<void> {
    try {
      await action.run({ hour: value === NEVER ? null : Number(value) })
      await refresh([reportMailPath(businessId)])
      toast.success(t('dayReport.mail.saved'))
    } catch (error) {
      const { title, description } = words.forAct(t('dayReport.mail.failed'), error)
      toast.error(title, { description })
    }
  }

  return (
    <Card title={t('dayReport.mail.title')} className="print:hidden">
      <p id={noteId} className="mb-3">
        {t('dayReport.mail.text')}
      </p>
      <ReadingState reading={reading} loading={<SkeletonRows rows={1} className="h-20" />}>
        {({ hour }) => (
          <ViewOnly>
            <div className="max-w-56">
              <Field label={t('dayReport.mail.hour')}>
                {(ids) => (
                  <Select
                    {...ids}
                    name="hour"
                    value={hour ?? NEVER}
                    aria-describedby={noteId}
                    aria-busy={busy || undefined}
                    onChange={(event) => void during(() => choose(event.target.value))}
                  >
                    <option value={NEVER}>{t('dayReport.mail.never')}</option>
                    {HOURS.map((each) => (
                      <option key={each} value={each}>
                        {`${each}:00`}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
          </ViewOnly>
        )}
      </ReadingState>
    </Card>
  )
}
