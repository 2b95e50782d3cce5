import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { STAR_PATH } from '#web/components/brand/stars.tsx'
import { classNames } from '#web/lib/device/class-names.ts'

/** Radio buttons, so that mouse, finger, arrow keys and voice work. */
export function StarChoice({
  value,
  onChoose,
  invalid,
  describedBy,
}: {
  value: number
  onChoose: (stars: number) => void
  invalid: boolean
  describedBy: string | undefined
}): ReactNode {
  const { t } = useTranslation()
  const [over, setOver] = useState(0)
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onMouseLeave={() => setOver(0)}
    >
      <legend className="mb-1.5 font-semibold">{t('reviews.rating')}</legend>
      <div className="-ml-2 flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="flex size-12 cursor-pointer items-center justify-center rounded-small has-focus-visible:outline-3 has-focus-visible:outline-pomegranate-text"
            onMouseEnter={() => setOver(stars)}
          >
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={value === stars}
              className="sr-only"
              onChange={() => onChoose(stars)}
            />
            <span className="sr-only">{t('reviews.star', { count: stars })}</span>
            <svg viewBox="0 0 24 24" aria-hidden className="size-8">
              <path
                d={STAR_PATH}
                strokeWidth="1.2"
                className={classNames(
                  'stroke-apricot-text',
                  stars <= (over || value) ? 'fill-apricot' : 'fill-surface',
                )}
              />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
