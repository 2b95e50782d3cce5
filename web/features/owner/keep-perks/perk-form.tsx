import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Perk } from '#contracts/calls/business.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { PERK_DESCRIPTION_MAX, PERK_NAME_MAX, type PerkInput } from '#contracts/calls/perks.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { useVisit } from '#web/lib/session/visit-state.ts'
import { Textarea } from '#web/components/inputs/textarea.tsx'
import { formatTenths } from '#contracts/units/points.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { useShownBefore } from '#web/lib/reads/use-shown-before.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { perkRules } from './perk-rules.ts'

export interface PerkFormProps {
  /** Undefined for a new perk. */
  perk?: Perk
  /** At the plan's limit the form is read-only (R88). */
  disabled?: boolean
  busy: boolean
  submitLabel: string
  /** Button that leaves the dialog. */
  stay?: ReactNode
  /** `before`: the perk on screen when typing began. */
  onSubmit: (input: PerkInput, before: Perk | undefined) => Promise<void>
}

/** R168. */
export function PerkForm({ perk, disabled = false, busy, submitLabel, stay, onSubmit }: PerkFormProps): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const language = useLanguage()
  const form = useForm({
    resolver: zodResolver(perkRules),
    // A newer version from another screen replaces the perk, but not typed text.
    values: {
      name: perk?.name ?? '',
      description: perk?.description ?? '',
      pointsRequired: perk ? typedPoints(perk.pointsRequired, language) : '',
    },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, dirtyFields } = form.formState
  const shownBefore = useShownBefore(perk, Object.keys(dirtyFields).length > 0)
  const isViewed = useVisit()?.mode === 'view'
  const submit = form.handleSubmit((input) => onSubmit(input, shownBefore()))
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <ViewOnly>
        <fieldset disabled={disabled} className="flex flex-col gap-4">
          <Field label={t('perkForm.name')} error={forField(errors.name?.message)}>
            {(ids) => (
              <Input
                {...ids}
                {...form.register('name')}
                maxLength={PERK_NAME_MAX}
                required
                autoComplete="off"
                placeholder={t('perkForm.nameExample')}
              />
            )}
          </Field>
          <Field label={t('perkForm.description')} error={forField(errors.description?.message)}>
            {(ids) => (
              <Textarea {...ids} {...form.register('description')} rows={2} maxLength={PERK_DESCRIPTION_MAX} required />
            )}
          </Field>
          <Field
            label={t('perkForm.points')}
            hint={t('perkForm.pointsHint')}
            error={forField(errors.pointsRequired?.message)}
          >
            {/* Not a number field, which drops the comma: 12,5 would be 125. */}
            {(ids) => (
              <Input {...ids} {...form.register('pointsRequired')} inputMode="decimal" required autoComplete="off" />
            )}
          </Field>
        </fieldset>
      </ViewOnly>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {stay}
        <Button type="submit" className="grow sm:grow-0" busy={busy} disabled={disabled || isViewed}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** With the language's decimal sign, and without a thousands separator, which the field refuses. */
function typedPoints(points: string, language: Language): string {
  return formatTenths(toTenths(points)).replace('.', language === 'am' ? ',' : '.')
}
