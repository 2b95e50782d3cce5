import { CalendarClock, CircleAlert, CircleCheck } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { BalanceSheet } from '#contracts/calls/staff/audit.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { PrintNote } from '#web/components/lists/print-note.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { isHalf, localOf, momentOf, stepOf } from '#web/lib/reads/audit-selection.ts'
import { movementsAddress, useBalanceSheet } from '#web/lib/calls/staff/audit.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { focusSubmit, useFollowingForm } from '#web/lib/forms/following-form.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { FIGURES, outstandingOf, totalOf, type Figure } from './sheet-sums.ts'

/** `at`: the address's moment, empty for now. */
export function BalanceSheetPage({ at, onAsk }: { at: string; onAsk: (at: string) => void }): ReactNode {
  const { t } = useTranslation()
  const reading = useBalanceSheet(at)
  return (
    <>
      <PrintNote />
      <AsOf at={at} onAsk={onAsk} />
      <ReadingState reading={reading}>
        {(sheet) => (
          <>
            {sheet.lacks !== null && <Lacks what={sheet.lacks} />}
            <Sum sheet={sheet} />
            <Card title={t('audit.byBusiness')}>
              {sheet.businesses.length === 0 ? (
                <EmptyState title={t('audit.nothing')}>{t('audit.nothingYet')}</EmptyState>
              ) : (
                <Businesses sheet={sheet} />
              )}
            </Card>
          </>
        )}
      </ReadingState>
    </>
  )
}

function AsOf({ at, onAsk }: { at: string; onAsk: (at: string) => void }): ReactNode {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState(false)
  const element = useFollowingForm(at)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const moment = momentOf(String(new FormData(form).get('at') ?? ''))
    const isWrong = isHalf(form, 'at') || (moment !== '' && localOf(moment) === '')
    setWrong(isWrong)
    if (isWrong) form.querySelector('input')?.focus()
    else onAsk(moment)
  }
  /** The pressed button disappears, so the focus moves to the form. */
  const askNow = (): void => {
    focusSubmit(element)
    onAsk('')
  }
  return (
    <Card title={t('audit.balanceAsOf')} className="print:hidden">
      <form
        ref={element}
        noValidate
        onSubmit={submit}
        onReset={() => setWrong(false)}
        className="flex flex-wrap items-end gap-3"
      >
        <Field
          label={t('audit.moment')}
          hint={t('audit.momentHint')}
          error={wrong ? t('audit.wrongMoment') : undefined}
        >
          {(ids) => (
            <Input {...ids} type="datetime-local" name="at" step={stepOf(localOf(at))} defaultValue={localOf(at)} />
          )}
        </Field>
        <Button type="submit" className="min-h-12">
          {t('audit.show')}
        </Button>
        {at !== '' && (
          <Button look="quiet" className="min-h-12" onClick={askNow}>
            {t('audit.now')}
          </Button>
        )}
      </form>
    </Card>
  )
}

/** Above the figures, so that nobody vouches for incomplete ones. */
function Lacks({ what }: { what: NonNullable<BalanceSheet['lacks']> }): ReactNode {
  const { t } = useTranslation()
  return (
    <Notice
      tone={what === 'late' ? 'alarm' : 'calm'}
      icon={<CalendarClock className="size-5" />}
      title={t(`sheetLacks.${what}Title`)}
    >
      {t(`sheetLacks.${what}Text`)}
    </Notice>
  )
}

/** Adds the figures up again, beside the sum of all balances. */
function Sum({ sheet }: { sheet: BalanceSheet }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const total = totalOf(sheet.businesses)
  const counted = outstandingOf(total)
  const addsUp =
    sheet.addsUp &&
    counted === toTenths(sheet.outstanding) &&
    counted === toTenths(sheet.sumOfBalances) &&
    FIGURES.every(({ name }) => total[name] === toTenths(sheet[name]))
  return (
    <Card
      title={t('audit.wholeLedger')}
      aside={
        <span className="text-small text-ink-soft">
          {t('audit.asOfMoment', {
            moment: format.moment(new Date(sheet.asOf.at)),
            position: sheet.asOf.position ?? '0',
          })}
        </span>
      }
    >
      <dl data-testid="balance-sheet" className="max-w-xl">
        {FIGURES.map(({ name, sign, type }) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-1.5">
            <dt>
              <Link
                to={movementsAddress({ type, ...until(sheet) })}
                className="underline decoration-line-strong underline-offset-4"
              >
                {t(`sheetFigures.${name}`)}
              </Link>
            </dt>
            <dd className="whitespace-nowrap" data-testid={name}>
              <span className="mr-2 text-ink-soft">{sign}</span>
              <span>{format.points(toTenths(sheet[name]))}</span>
            </dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t-2 border-line-strong py-2 font-bold">
          <dt>{t('sheetFigures.outstanding')}</dt>
          <dd data-testid="outstanding" className="whitespace-nowrap">
            <span className="mr-2 text-ink-soft">=</span>
            <span>{format.points(toTenths(sheet.outstanding))}</span>
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 pb-3">
          <dt>
            {t('audit.sumOfBalances', { count: sheet.openAccounts, accounts: format.integer(sheet.openAccounts) })}
          </dt>
          <dd data-testid="sum-of-balances" className="whitespace-nowrap">
            {format.points(toTenths(sheet.sumOfBalances))}
          </dd>
        </div>
      </dl>
      <Notice
        tone={addsUp ? 'good' : 'alarm'}
        icon={addsUp ? <CircleCheck className="size-5" /> : <CircleAlert className="size-5" />}
        title={t(addsUp ? 'audit.addsUp' : 'audit.addsNotUp')}
      >
        {t(addsUp ? 'audit.addsUpText' : 'audit.addsNotUpText')}
      </Notice>
    </Card>
  )
}

/** The movements behind a figure, up to and including the moment. */
function until({ asOf }: BalanceSheet): { to: string } {
  return { to: new Date(Date.parse(asOf.at) + 1).toISOString() }
}

type Row = { businessId: number | null } & Record<Figure | 'outstanding', number>

function Businesses({ sheet }: { sheet: BalanceSheet }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const total = totalOf(sheet.businesses)
  const rows: Row[] = [
    ...sheet.businesses.map((business) => ({
      businessId: business.businessId,
      ...totalOf([business]),
      outstanding: toTenths(business.outstanding),
    })),
    { businessId: null, ...total, outstanding: outstandingOf(total) },
  ]
  const cell = (row: Row, tenths: number): ReactNode => (
    <span className={classNames('whitespace-nowrap', row.businessId === null && 'font-bold')}>
      {format.points(tenths)}
    </span>
  )
  return (
    <Table
      caption={t('audit.byBusiness')}
      rows={rows}
      rowKey={({ businessId }) => businessId ?? 'total'}
      columns={[
        {
          key: 'business',
          title: t('auditFields.business'),
          cell: ({ businessId }) =>
            businessId === null ? (
              <span className="font-bold">{t('audit.total')}</span>
            ) : (
              <Link
                to={movementsAddress({ business: String(businessId), ...until(sheet) })}
                className="font-semibold underline decoration-line-strong underline-offset-4"
              >
                {businessId}
              </Link>
            ),
        },
        ...FIGURES.map(({ name }) => ({
          key: name,
          title: t(`sheetFigures.${name}`),
          end: true,
          cell: (row: Row) => cell(row, row[name]),
        })),
        {
          key: 'outstanding',
          title: t('sheetFigures.outstanding'),
          end: true,
          cell: (row: Row) => cell(row, row.outstanding),
        },
      ]}
    />
  )
}
