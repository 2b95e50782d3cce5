import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { fieldOf, momentOfField, type TravelMoment } from '#web/lib/reads/travel-moment.ts'

export interface MomentFormProps {
  at: string | undefined
  /** `at` is a moment of the past, and the field follows it; what is typed over the present stays when that is read again. */
  isPast: boolean
  /** How often something else has asked for a moment: what was typed before that has been given up. */
  asks: number
  onMove: (moment: TravelMoment) => void
}

/** An exact date and time, in Armenian time like everything on the screens. One form for all moments: a new one would take the focus from whoever asks by keyboard. */
export function MomentForm({ at, isPast, asks, onMove }: MomentFormProps): ReactNode {
  const { t } = useTranslation()
  const shown = isPast ? at : String(at !== undefined)
  const [followed, setFollowed] = useState(shown)
  const [field, setField] = useState(at === undefined ? '' : fieldOf(new Date(at)))
  const [wrong, setWrong] = useState(false)
  /** With which of the asks before it the field was last changed by hand, and not sent. */
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
    // The answer to what was asked before that comes late, and is no reason to take away what is being typed.
    if (typedAfter !== asks) {
      setField(at === undefined ? '' : fieldOf(new Date(at)))
      setWrong(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3 border-t border-line pt-4">
      <div className="min-w-0 grow sm:max-w-96">
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
