import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Remark, RemarkKind } from '#contracts/calls/attention.ts'
import type { MovementType } from '#contracts/events/ledger-events.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import { YEREVAN_OFFSET_MS } from '#contracts/units/yerevan.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { buyerPage, eventsPage } from '#web/lib/calls/figures.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const TONES: Record<RemarkKind, BadgeTone> = {
  large_award: 'pomegranate',
  many_awards: 'apricot',
  undos: 'apricot',
  outside_hours: 'neutral',
}
/** The movements behind a remark that is about no buyer. */
const TYPES: Record<'undos' | 'outside_hours', readonly MovementType[]> = {
  undos: ['AwardVoided', 'AwardCorrected'],
  outside_hours: [],
}
const LINK = 'inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4'

/** What happened, when and who did it, with the way to the movements. */
export function RemarkItem({ remark, day }: { remark: Remark; day: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <li className="flex flex-col gap-1 py-4 first:pt-1 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Badge tone={TONES[remark.kind]}>
          <span>{t(`attention.kinds.${remark.kind}`)}</span>
        </Badge>
        <Place remark={remark} />
      </div>
      <p>
        <Words remark={remark} day={day} />
      </p>
      <Way remark={remark} day={day} />
    </li>
  )
}

function Place({ remark: { person, till } }: { remark: Remark }): ReactNode {
  const { t } = useTranslation()
  const names = [
    person === null ? t('dayReport.people.none') : (person.name ?? t('dayReport.removed')),
    till === null ? t('dayReport.tills.none') : (till.name ?? ''),
  ]
  return <span className="text-small text-ink-soft">{names.filter((name) => name !== '').join(' · ')}</span>
}

function Words({ remark, day }: { remark: Remark; day: string }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  /** With the date where an act made offline was recorded on another day. */
  const time = (at: string): string =>
    yerevanDay(new Date(at)) === day
      ? new Date(Date.parse(at) + YEREVAN_OFFSET_MS)
          .toISOString()
          .slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)
      : format.moment(new Date(at))
  const span = (from: string, at: string): string => (time(from) === time(at) ? time(at) : `${time(from)}–${time(at)}`)
  const buyer = (code: string): string =>
    code === '' ? t('attention.erasedBuyer') : t('attention.buyer', { code: spacedCode(code) })
  switch (remark.kind) {
    case 'large_award': {
      const { amountAmd, usualAmd, isCorrection, isUndone } = remark
      return (
        <>
          <span>
            {t(isCorrection ? 'attention.corrected' : 'attention.large', {
              time: time(remark.at),
              buyer: buyer(remark.buyer.buyerId),
              amount: format.amd(amountAmd),
              usual: format.amd(usualAmd),
            })}
          </span>
          {isUndone && <span className="text-ink-soft"> {t('attention.undone')}</span>}
        </>
      )
    }
    case 'many_awards':
      return t('attention.many', {
        time: span(remark.from, remark.at),
        buyer: buyer(remark.buyer.buyerId),
        awards: t('attention.awards', { count: remark.awards, number: format.integer(remark.awards) }),
        amount: format.amd(remark.amountAmd),
      })
    case 'undos': {
      const { voids, corrections, undoneUses, othersMean } = remark
      return (
        <>
          <span>
            {t('attention.undos', {
              voids: format.integer(voids),
              corrections: format.integer(corrections),
              uses: format.integer(undoneUses),
            })}
          </span>
          {othersMean !== null && (
            <span className="text-ink-soft">
              {` ${t('attention.others', { mean: format.points(othersMean * TENTHS) })}`}
            </span>
          )}
        </>
      )
    }
    case 'outside_hours':
      return t('attention.outside', {
        time: span(remark.from, remark.at),
        acts: t('attention.acts', { count: remark.acts, number: format.integer(remark.acts) }),
      })
  }
}

/** The mean has one decimal, as points have. */
const TENTHS = 10

function Way({ remark, day }: { remark: Remark; day: string }): ReactNode {
  const { t } = useTranslation()
  if (remark.kind === 'undos' || remark.kind === 'outside_hours')
    return (
      <Link to={eventsPage({ day, types: TYPES[remark.kind] })} className={LINK}>
        <span>{t('attention.toEvents')}</span>
      </Link>
    )
  // An erased buyer has no code, and so no page.
  return remark.buyer.buyerId === '' ? null : (
    <Link to={buyerPage(remark.buyer.buyerId)} className={LINK}>
      <span>{t('attention.toBuyer')}</span>
    </Link>
  )
}
