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

/** Rarely used fields, behind a fold. */
const MORE: readonly (typeof TEXT_FIELDS)[number][] = [
  'buyer',
  'actor',
  'award',
  'redemption',
  'command',
  'amountMin',
  'amountMax',
]
/** Subgrid rows for label, input and error align the fields of a row, even beside a label of two lines. */
const GRID = 'grid gap-x-4 gap-y-1.5 sm:grid-cols-2 *:row-span-3 *:grid *:grid-rows-subgrid [&_label]:self-end'
/** A moment to the millisecond is wider than a number. */
const WITH_MOMENTS = 'lg:grid-cols-[1fr_1fr_1.5fr_1.5fr]'
const NOTHING: ReadonlyMap<string, Wrong> = new Map()
const IDS: ReadonlySet<SelectionField> = new Set(['award', 'redemption', 'command'])

export interface SearchFormProps {
  /** The address's search, which the fields follow. */
  selection: URLSearchParams
  onSearch: (selection: URLSearchParams) => void
}

/** All filled fields must match. */
export function SearchForm({ selection, onSearch }: SearchFormProps): ReactNode {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState<ReadonlyMap<string, Wrong>>(NOTHING)
  const searched = selection.toString()
  const element = useFollowingForm(searched)
  // A new search may fold the section with the focused field, so reopen it.
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
    // Stays open while a field in it is being corrected.
    for (const field of fields) field?.closest('details')?.setAttribute('open', '')
    fields[0]?.focus()
    if (refused.size === 0) onSearch(askedIn(form))
  }

  /** Reports a refused field until it is corrected, and none while it is being typed. */
  function lookAgain({ currentTarget }: SyntheticEvent<HTMLFormElement>): void {
    if (wrong.size === 0) return
    setWrong(new Map([...refusedIn(currentTarget)].filter(([name]) => wrong.has(name))))
  }

  /** The pressed button disappears, so the focus moves to the form. */
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
      {/* Removing half a date fires no change event, only key events. */}
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

function refusedIn(form: HTMLFormElement): Map<string, Wrong> {
  const half = TIME_FIELDS.filter((name) => isHalf(form, name)).map((name) => [name, 'unreadable'] as const)
  return new Map([...wrongFields(askedIn(form)), ...half])
}

/** Ids are entered in any case, codes also with spaces. */
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
