import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Perk } from '#contracts/calls/business.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { PERK_DESCRIPTION_MAX, PERK_NAME_MAX, type PerkInput } from '#contracts/calls/perks.ts'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { useVisit } from '#web/lib/session/visit-state.ts'
import { Textarea } from '#web/components/inputs/textarea.tsx'
import { formatTenths } from '#contracts/units/points.ts'
import { fetchCode } from '#web/lib/api/fetch-code.ts'
import { LOGO_LIMITS } from '#web/lib/forms/compress-image.ts'
import { usePicture } from '#web/lib/forms/use-picture.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { useShownBefore } from '#web/lib/reads/use-shown-before.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { perkRules } from './perk-rules.ts'

const PictureField = lazyPart(() => import('./picture-part.ts'), [], <Skeleton className="h-44" />)

export interface PerkFormProps {
  /** Its users.id. */
  businessId: number
  /** Undefined for a new perk. */
  perk?: Perk
  /** At the plan's limit the form is read-only (R88). */
  disabled?: boolean
  busy: boolean
  /** Runs the upload and `onSubmit` as one. */
  during: (work: () => Promise<void>) => Promise<void>
  submitLabel: string
  /** Button that leaves the dialog. */
  stay?: ReactNode
  /** `before`: the perk on screen when typing began. */
  onSubmit: (input: PerkInput, before: Perk | undefined) => Promise<void>
}

/** R168. */
export function PerkForm(props: PerkFormProps): ReactNode {
  const { businessId, perk, disabled = false, busy, during, submitLabel, stay, onSubmit } = props
  const { t } = useTranslation()
  const { forError, forField } = useErrorWords()
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
  const picture = usePicture(async (file, key) => {
    const send = await fetchCode(async () => (await import('./picture-part.ts')).uploadPerkPicture)
    return send(businessId, file, key)
  })
  const shownBefore = useShownBefore(perk, Object.keys(dirtyFields).length > 0 || picture.isChanged)
  const isViewed = useVisit()?.mode === 'view'

  async function save(input: PerkInput): Promise<void> {
    let pictureUrl: string | null | undefined
    try {
      pictureUrl = await picture.address()
    } catch (error) {
      toast.error(t('perkForm.pictureFailed'), { description: forError(error) })
      return
    }
    await onSubmit({ ...input, ...(pictureUrl !== undefined && { pictureUrl }) }, shownBefore())
  }

  const submit = form.handleSubmit((input) => during(() => save(input)))
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
          <PictureField
            {...picture.field}
            stored={perk?.pictureUrl ?? null}
            limits={LOGO_LIMITS}
            look="size-20 object-cover"
            words={{
              label: t('perkForm.picture'),
              hint: t('perkForm.pictureHint'),
              preview: t('perkForm.picturePreview'),
              remove: t('perkForm.removePicture'),
            }}
          />
        </fieldset>
      </ViewOnly>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {stay}
        <Button
          type="submit"
          className="grow sm:grow-0"
          busy={busy || picture.isPreparing}
          disabled={disabled || isViewed}
        >
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
