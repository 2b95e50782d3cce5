import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plans } from '#contracts/calls/billing.ts'
import { Card } from '#web/components/lists/card.tsx'

const QUESTIONS = ['trial', 'refund', 'limits', 'change', 'expiry', 'pay', 'export'] as const

/** H39. */
export function Questions({ plans }: { plans: Plans }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('pricing.questions')} className="w-full">
      {QUESTIONS.map((question) => (
        <details key={question} className="group border-b border-line last:border-0">
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-2.5 font-semibold">
            <span>{t(`pricingQuestions.${question}`)}</span>
            <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
          </summary>
          <p className="max-w-prose pb-4 text-ink-soft">
            {t(`pricingAnswers.${question}`, { days: plans.yearlyRefundDays, months: plans.trialMonths })}
          </p>
        </details>
      ))}
    </Card>
  )
}
