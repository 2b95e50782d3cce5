import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cycle } from '#contracts/pages/plans.ts'
import { classNames } from '#web/lib/device/class-names.ts'

const CYCLES: readonly Cycle[] = ['monthly', 'yearly']

export function CycleSwitch({ cycle, onChoose }: { cycle: Cycle; onChoose: (cycle: Cycle) => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <fieldset className="inline-flex rounded-field border border-line-strong bg-surface p-1">
      <legend className="sr-only">{t('cycles.label')}</legend>
      {CYCLES.map((each) => (
        <label
          key={each}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center rounded-small px-4 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-pomegranate-text',
            each === cycle
              ? 'bg-pomegranate text-on-pomegranate forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-color-adjust-none'
              : 'hover:bg-tuff-deep',
          )}
        >
          <input
            type="radio"
            name="cycle"
            value={each}
            checked={each === cycle}
            onChange={() => onChoose(each)}
            className="sr-only"
          />
          <span>{t(`cycles.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
