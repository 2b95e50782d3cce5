import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFollowingForm } from '#web/lib/forms/following-form.ts'
import { isBusinessNumber } from '#web/lib/reads/use-business-asked.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'

/** An auditor's filter by business number; empty means all. The field follows the address. */
export function BusinessQuestion({
  businessId,
  onAsk,
}: {
  businessId: string
  onAsk: (businessId: string) => void
}): ReactNode {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState(false)
  const element = useFollowingForm(businessId)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const asked = String(new FormData(event.currentTarget).get('business') ?? '').trim()
    const isWrong = asked !== '' && !isBusinessNumber(asked)
    setWrong(isWrong)
    if (isWrong) return event.currentTarget.querySelector('input')?.focus()
    onAsk(asked)
  }
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      onReset={() => setWrong(false)}
      className="mb-4 flex flex-wrap items-end gap-3"
    >
      <Field label={t('auditFields.business')} error={wrong ? t('audit.wrongNumber') : undefined}>
        {(ids) => <Input {...ids} name="business" inputMode="numeric" defaultValue={businessId} autoComplete="off" />}
      </Field>
      <Button type="submit" look="secondary" className="min-h-12">
        {t('audit.show')}
      </Button>
    </form>
  )
}
