import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/button.tsx'
import { Field } from '#web/components/field.tsx'
import { Input } from '#web/components/input.tsx'
import { fieldOf, momentOfField, type TravelMoment } from '#web/lib/travel-moment.ts'

/** An exact date and time, in Armenian time like everything on the screens; `at` is what it says at first. */
export function MomentForm({ at, onMove }: { at: string | undefined; onMove: (moment: TravelMoment) => void }): ReactNode {
  const { t } = useTranslation()
  const [field, setField] = useState(at === undefined ? '' : fieldOf(new Date(at)))
  const [wrong, setWrong] = useState(false)

  function change(text: string): void {
    setField(text)
    if (momentOfField(text)) setWrong(false)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const moment = momentOfField(field)
    setWrong(!moment)
    if (moment) onMove(moment)
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3 border-t border-line pt-4">
      <div className="min-w-0 grow sm:max-w-96">
        <Field label={t('travel.exact')} error={wrong ? t('travel.exactWrong') : undefined}>
          {(ids) => <Input {...ids} type="datetime-local" step={1} value={field} onChange={(event) => change(event.currentTarget.value)} />}
        </Field>
      </div>
      <Button type="submit" look="secondary" className="min-h-12">
        {t('travel.show')}
      </Button>
    </form>
  )
}
