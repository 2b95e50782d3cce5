import { useId, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttentionSettings as Settings } from '#contracts/calls/attention.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { Card } from '#web/components/lists/card.tsx'
import {
  attentionPath,
  attentionSettingsPath,
  changeAttentionSettings,
  useAttentionSettings,
} from '#web/lib/calls/attention.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const HOUR_MINUTES = 60
/** A saved value that the API set otherwise is offered beside these. */
const CHOICES = {
  largeTimes: [3, 5, 10, 20, 50],
  manyAwards: [2, 3, 4, 5, 6, 8, 10],
  manyMinutes: [15, 30, 60, 120, 240, 720],
  undos: [2, 3, 5, 8, 10, 20],
} as const
type Threshold = keyof typeof CHOICES

const CLOCKS = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
)
const FIRST_HOURS = { opens: '09:00', closes: '22:00' } as const
const NEVER = 'never'
const MORNING = 'morning'

/** Saved as soon as it is chosen. `day`: the one whose remarks are shown. */
export function AttentionSettings({ businessId, day }: { businessId: number; day: string }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const { busy, during } = useBusy()
  const noteId = useId()
  const action = useAction((settings: Settings, key: string) => changeAttentionSettings(businessId, settings, key))

  const [chosen, setChosen] = useState<Settings>()
  const unsaved = useRef<Settings>(undefined)

  /** Also saves what is chosen meanwhile, so that no choice is lost. */
  async function save(): Promise<void> {
    try {
      for (let next = unsaved.current; next !== undefined; next = unsaved.current) {
        unsaved.current = undefined
        await action.run(next)
        await refresh([attentionSettingsPath(businessId), attentionPath(businessId, day)])
      }
      toast.success(t('dayReport.mail.saved'))
    } catch (error) {
      unsaved.current = undefined
      const { title, description } = words.forAct(t('dayReport.mail.failed'), error)
      toast.error(title, { description })
    }
    setChosen(undefined)
  }

  function choose(settings: Settings): void {
    unsaved.current = settings
    setChosen(settings)
    void during(save)
  }

  return (
    <Card title={t('attention.settings.title')} className="print:hidden">
      <p id={noteId} className="mb-4">
        {t('attention.settings.text')}
      </p>
      <ReadingState
        reading={useAttentionSettings(businessId)}
        loading={<SkeletonRows rows={3} className="h-20 rounded-field" />}
      >
        {(settings) => (
          <ViewOnly>
            <div aria-busy={busy || undefined} className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
              <Choices settings={chosen ?? settings} noteId={noteId} onChange={choose} />
            </div>
          </ViewOnly>
        )}
      </ReadingState>
    </Card>
  )
}

function Choices({
  settings,
  noteId,
  onChange,
}: {
  settings: Settings
  noteId: string
  onChange: (settings: Settings) => void
}): ReactNode {
  const { t } = useTranslation()
  const within = (minutes: number): string => {
    const isHours = minutes % HOUR_MINUTES === 0
    const count = isHours ? minutes / HOUR_MINUTES : minutes
    return t(isHours ? 'attention.settings.hours' : 'attention.settings.minutes', { count })
  }
  const threshold = (name: Threshold, word: (value: number) => string, hint?: string): ReactElement => (
    <Choice
      label={t(`attention.settings.${name}`)}
      hint={hint}
      noteId={noteId}
      name={name}
      value={String(settings[name])}
      options={valuesOf(name, settings[name]).map((value) => [String(value), word(value)])}
      onChoose={(value) => onChange({ ...settings, [name]: Number(value) })}
    />
  )
  const from = (number: number): string => t('attention.settings.from', { number })
  const clock = (name: 'opens' | 'closes', hours: NonNullable<Settings['hours']>): ReactElement => (
    <Choice
      label={t(`attention.settings.${name}`)}
      noteId={noteId}
      name={name}
      value={hours[name]}
      // Equal times would be no hours, or all.
      options={clocksWith(hours[name])
        .filter((each) => each !== hours[name === 'opens' ? 'closes' : 'opens'])
        .map((each) => [each, each])}
      onChoose={(value) => onChange({ ...settings, hours: { ...hours, [name]: value } })}
    />
  )
  return (
    <>
      {threshold('largeTimes', (times) => t('attention.settings.times', { times }), t('attention.settings.largeHint'))}
      {threshold('undos', from, t('attention.settings.undosHint'))}
      {threshold('manyAwards', from)}
      {threshold('manyMinutes', within)}
      <Choice
        label={t('attention.settings.watchHours')}
        noteId={noteId}
        name="hours"
        value={settings.hours === null ? NEVER : 'watched'}
        options={[
          [NEVER, t('attention.settings.unwatched')],
          ['watched', t('attention.settings.watched')],
        ]}
        onChoose={(value) => onChange({ ...settings, hours: value === NEVER ? null : FIRST_HOURS })}
      />
      {settings.hours !== null && (
        <div className="grid grid-cols-2 gap-x-4">
          {clock('opens', settings.hours)}
          {clock('closes', settings.hours)}
        </div>
      )}
      <Choice
        label={t('attention.settings.mail')}
        hint={t('attention.settings.mailHint')}
        noteId={noteId}
        name="mail"
        value={settings.mail ? MORNING : NEVER}
        options={[
          [NEVER, t('dayReport.mail.never')],
          [MORNING, t('attention.settings.morning')],
        ]}
        onChoose={(value) => onChange({ ...settings, mail: value === MORNING })}
      />
    </>
  )
}

function Choice({
  label,
  hint,
  noteId,
  name,
  value,
  options,
  onChoose,
}: {
  label: string
  hint?: string | undefined
  noteId: string
  name: string
  value: string
  options: readonly (readonly [value: string, word: string])[]
  onChoose: (value: string) => void
}): ReactNode {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <Select
          {...ids}
          name={name}
          value={value}
          aria-describedby={[ids['aria-describedby'], noteId].filter(Boolean).join(' ')}
          onChange={(event) => onChoose(event.target.value)}
        >
          {options.map(([each, word]) => (
            <option key={each} value={each}>
              {word}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function valuesOf(name: Threshold, saved: number): number[] {
  return [...new Set<number>([...CHOICES[name], saved])].sort((a, b) => a - b)
}

const clocksWith = (saved: string): string[] => [...new Set([...CLOCKS, saved])].toSorted()
