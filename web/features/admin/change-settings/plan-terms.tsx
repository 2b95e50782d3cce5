import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plan } from '#contracts/pages/plans.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { isLimit, TERMS, type Term } from './settings-rules.ts'

export interface PlanTermsProps {
  plan: Plan
  typed: Record<Term, string>
  /** Fields that hold no number, as `plan.term`. */
  wrong: readonly string[]
  onType: (term: Term, value: string) => void
}

export function PlanTerms({ plan, typed, wrong, onType }: PlanTermsProps): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t(`plans.${plan}`)}>
      <div className="grid gap-4 sm:grid-cols-2">
        {TERMS.map((term) => (
          <Field
            key={term}
            label={t(`adminSystem.terms.${term}`)}
            hint={isLimit(term) ? t('adminSystem.noLimitHint') : undefined}
            error={wrong.includes(`${plan}.${term}`) ? t('adminSystem.wrongNumber') : undefined}
          >
            {(ids) => (
              <Input
                {...ids}
                name={`${plan}.${term}`}
                value={typed[term]}
                inputMode="numeric"
                autoComplete="off"
                maxLength={13}
                onChange={(event) => onType(term, event.currentTarget.value)}
              />
            )}
          </Field>
        ))}
      </div>
    </Card>
  )
}
