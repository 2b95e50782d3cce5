import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { fieldOf, momentOfField, type TravelMoment } from '#web/lib/reads/travel-moment.ts'

export interface MomentFormProps {
  at: string | undefined
  /** `at` is a past moment, which the field follows; a refresh of the present keeps typed text. */
  isPast: boolean
  /** Counts requests from elsewhere, each of which discards typed text. */
  asks: number
  onMove: (moment: TravelMoment) => void
}

/** Exact date and time, in Armenian time. One form for all moments: remounting would lose the keyboard focus. */
export function MomentForm({ at, isPast, asks, onMove }: MomentFormProps): ReactNode {
  const { t } = useTranslation()
  const shown = isPast ? at : String(at !== undefined)
  const [followed, setFollowed] = useState(shown)
  const [field, setField] = useState(at === undefined ? '' : fieldOf(new Date(at)))
  const [wrong, setWrong] = useState(false)
  /** Value of `asks` at the last unsent edit. */
  const [typedAfter, setTypedAfter] = useState<number>()

  function change(text: string): void {
    setField(text)
    setTypedAfter(asks)
    if (momentOfField(text)) setWrong(false)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const moment = momentOfField(field)
    setWrong(!moment)
    if (!moment) return
    setTypedAfter(undefined)
    onMove(moment)
  }

  if (followed !== shown) {
    setFollowed(shown)
    // A late reply to an earlier request must not replace typed text.
    if (typedAfter !== asks) {
      setField(at === undefined ? '' : fieldOf(new Date(at)))
      setWrong(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3 border-t border-line pt-4">
      <div className="min-w-0 grow sm:max-w-md">
        <Field label={t('travel.exact')} error={wrong ? t('travel.exactWrong') : undefined}>
          {(ids) => (
            <Input
              {...ids}
              type="datetime-local"
              step={1}
              value={field}
              onChange={(event) => change(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" look="secondary" className="min-h-12">
        {t('travel.show')}
      </Button>
    </form>
  )
}
