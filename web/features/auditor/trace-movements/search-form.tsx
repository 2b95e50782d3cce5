import { Search } from 'lucide-react'
import { useLayoutEffect, useState, type FormEvent, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_INPUT_MAX, normaliseCode } from '#contracts/units/codes.ts'
import { movementTypeSchema } from '#contracts/calls/figures.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Fold } from '#web/components/dialogs/fold.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import {
  isHalf,
  localOf,
  momentOf,
  selectionOf,
  stepOf,
  TEXT_FIELDS,
  TIME_FIELDS,
  wrongFields,
  type SelectionField,
  type Wrong,
} from '#web/lib/reads/audit-selection.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { focusSubmit, useFollowingForm } from '#web/lib/forms/following-form.ts'

/** Asked for less often. */
const MORE: readonly (typeof TEXT_FIELDS)[number][] = [
  'buyer',
  'actor',
  'award',
  'redemption',
  'command',
  'amountMin',
  'amountMax',
]
/** Labels of one row end at one height, also beside one of two lines: each field has three lines of the grid, for its label, its input and what is wrong. */
const GRID = 'grid gap-x-4 gap-y-1.5 sm:grid-cols-2 *:row-span-3 *:grid *:grid-rows-subgrid [&_label]:self-end'
/** A moment to the millisecond takes more room than a number. */
const WITH_MOMENTS = 'lg:grid-cols-[1fr_1fr_1.5fr_1.5fr]'
const NOTHING: ReadonlyMap<string, Wrong> = new Map()
const IDS: ReadonlySet<SelectionField> = new Set(['award', 'redemption', 'command'])

export interface SearchFormProps {
  /** What is searched now, from the address: the fields say it, and follow when it changes. */
  selection: URLSearchParams
  onSearch: (selection: URLSearchParams) => void
}

/** Everything that movements can be found by; what is empty does not count, what is filled in must all hold. */
export function SearchForm({ selection, onSearch }: SearchFormProps): ReactNode {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState<ReadonlyMap<string, Wrong>>(NOTHING)
  const searched = selection.toString()
  const element = useFollowingForm(searched)
  // What is searched may have closed the fold over the field that asked.
  useLayoutEffect(
    () => element.current?.querySelector('details input:focus')?.closest('details')?.setAttribute('open', ''),
    [element, searched],
  )

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const refused = refusedIn(form)
    setWrong(refused)
    const fields = [...refused.keys()].map((name) => form.querySelector<HTMLElement>(`[name=${name}]`))
    // Opened for good: it is not to close while somebody puts a field in it right.
    for (const field of fields) field?.closest('details')?.setAttribute('open', '')
    fields[0]?.focus()
    if (refused.size === 0) onSearch(askedIn(form))
  }

  /** What was refused is spoken of until it is put right; what is still being typed is not. */
  function lookAgain({ currentTarget }: SyntheticEvent<HTMLFormElement>): void {
    if (wrong.size === 0) return
    setWrong(new Map([...refusedIn(currentTarget)].filter(([name]) => wrong.has(name))))
  }

  /** The button for it goes with the selection; the focus does not. */
  function searchEverything(): void {
    focusSubmit(element)
    onSearch(new URLSearchParams())
  }

  function textField(name: (typeof TEXT_FIELDS)[number]): ReactNode {
    const isCode = name === 'buyerCode'
    const refusal = t(
      wrong.get(name) === 'reversed'
        ? 'audit.reversedAmount'
        : IDS.has(name)
          ? 'audit.wrongId'
          : isCode
            ? 'audit.wrongCode'
            : 'audit.wrongNumber',
    )
    return (
      <Field key={name} label={t(`auditFields.${name}`)} error={wrong.has(name) ? refusal : undefined}>
        {(ids) => (
          <Input
            {...ids}
            name={name}
            defaultValue={selection.get(name) ?? ''}
            autoComplete="off"
            spellCheck={false}
            maxLength={isCode ? CODE_INPUT_MAX : 60}
            inputMode={IDS.has(name) || isCode ? 'text' : 'numeric'}
          />
        )}
      </Field>
    )
  }

  function timeField(name: (typeof TIME_FIELDS)[number]): ReactNode {
    const local = localOf(selection.get(name) ?? '')
    const refusal = t(wrong.get(name) === 'reversed' ? 'audit.reversedMoment' : 'audit.wrongMoment')
    return (
      <Field key={name} label={t(`auditFields.${name}`)} error={wrong.has(name) ? refusal : undefined}>
        {(ids) => <Input {...ids} name={name} type="datetime-local" step={stepOf(local)} defaultValue={local} />}
      </Field>
    )
  }

  return (
    <Card title={t('audit.search')} className="print:hidden">
      {/* Half a date that is taken out again is no change to a browser, but its keys are heard. */}
      <form
        ref={element}
        noValidate
        onSubmit={submit}
        onReset={() => setWrong(NOTHING)}
        onChange={lookAgain}
        onKeyUp={lookAgain}
        className="flex flex-col gap-4"
        aria-label={t('audit.search')}
      >
        <div className={classNames(GRID, WITH_MOMENTS)}>
          {TEXT_FIELDS.filter((name) => !MORE.includes(name)).map(textField)}
          {TIME_FIELDS.map(timeField)}
        </div>
        <Fold title={t('audit.moreFields')} open={MORE.some((name) => selection.has(name))}>
          <div className={classNames(GRID, 'lg:grid-cols-4')}>{MORE.map(textField)}</div>
        </Fold>
        <fieldset>
          <legend className="font-semibold">{t('audit.types')}</legend>
          <div className="flex flex-wrap gap-x-5">
            {movementTypeSchema.options.map((type) => (
              <Choice key={type} name="type" value={type} checked={selection.getAll('type').includes(type)}>
                {t(`eventTypes.${type}`)}
              </Choice>
            ))}
            <Choice name="onBehalf" value="true" checked={selection.get('onBehalf') === 'true'}>
              {t('audit.onBehalf')}
            </Choice>
          </div>
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button type="submit">
            <Search aria-hidden className="size-5" />
            <span>{t('audit.find')}</span>
          </Button>
          {selection.size > 0 && (
            <Button look="quiet" onClick={searchEverything}>
              {t('audit.everything')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

function Choice({
  name,
  value,
  checked,
  children,
}: {
  name: string
  value: string
  checked: boolean
  children: ReactNode
}): ReactNode {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
      <input type="checkbox" name={name} value={value} defaultChecked={checked} className="size-5 accent-pomegranate" />
      {children}
    </label>
  )
}

/** The fields that are not filled in as they should be. */
function refusedIn(form: HTMLFormElement): Map<string, Wrong> {
  const half = TIME_FIELDS.filter((name) => isHalf(form, name)).map((name) => [name, 'unreadable'] as const)
  return new Map([...wrongFields(askedIn(form)), ...half])
}

/** Ids are read out and pasted in any case, codes also with spaces. */
function askedIn(form: HTMLFormElement): URLSearchParams {
  const written = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const)
  return selectionOf(
    new URLSearchParams(
      written.map(([name, value]) => {
        if (name === 'from' || name === 'to') return [name, momentOf(value)]
        if (name === 'buyerCode') return [name, normaliseCode(value)]
        return [
          name,
          IDS.has(name as SelectionField) ? value.toLowerCase() : name === 'type' ? value : value.replaceAll(' ', ''),
        ]
      }),
    ),
  )
}
