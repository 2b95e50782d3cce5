import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Chain } from '#contracts/calls/staff/audit.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { eventAddress, useChain } from '#web/lib/calls/staff/audit.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

type ChainLink = Chain['links'][number]
const TONES: Record<ChainLink['part'], BadgeTone> = {
  award: 'leaf',
  void: 'apricot',
  correction: 'apricot',
  redemption: 'pomegranate',
  use: 'leaf',
  reopening: 'apricot',
  cancel: 'apricot',
  refund: 'leaf',
  close: 'neutral',
  merge: 'neutral',
  spent_from: 'neutral',
}

/** Related events in log order: from the awards spent to the use, or to the cancellation and refund. */
export function ChainList({ position }: { position: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('audit.chain')}>
      <p className="-mt-2 mb-2 text-ink-soft">{t('audit.chainText')}</p>
      <ReadingState reading={useChain(position)}>
        {({ links, spends }) => (
          <ol data-testid="chain" className="flex flex-col">
            {links.map((link) => (
              <Step
                key={link.position}
                link={link}
                spent={spends.find((one) => one.position === link.position)?.points}
              />
            ))}
          </ol>
        )}
      </ReadingState>
    </Card>
  )
}

function Step({ link, spent }: { link: ChainLink; spent: string | undefined }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const about = [
    format.moment(new Date(link.storedAt)),
    pointsOf(link),
    spent === undefined ? null : t('audit.spentOf', { points: format.points(toTenths(spent)) }),
  ]
  return (
    <li
      aria-current={link.asked ? 'step' : undefined}
      className={classNames('border-l-2 py-2.5 pl-4', link.asked ? 'border-pomegranate bg-tuff' : 'border-line-strong')}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONES[link.part]}>{t(`chainParts.${link.part}`)}</Badge>
        {link.asked ? (
          <span className="font-semibold">{t('audit.thisEvent')}</span>
        ) : (
          <Link
            to={eventAddress(link.position)}
            className="inline-flex min-h-9 items-center font-semibold underline decoration-line-strong underline-offset-4"
          >
            {t('audit.eventAt', { position: link.position })}
          </Link>
        )}
      </div>
      <p className="mt-0.5 text-small text-ink-soft">{about.filter((part) => part !== null).join(' · ')}</p>
    </li>
  )

  function pointsOf({ data }: ChainLink): string | null {
    for (const [name, sign] of [
      ['differenceTenths', ''],
      ['tenths', ''],
      ['costTenths', '−'],
      ['forfeitedTenths', '−'],
    ] as const) {
      const tenths = data[name]
      if (typeof tenths === 'number')
        return t('audit.pointsOf', {
          count: Math.abs(tenths) / 10,
          points: `${link.type === 'AwardVoided' || link.type === 'PointsMergedOut' || tenths < 0 ? '−' : sign}${format.points(Math.abs(tenths))}`,
        })
    }
    return null
  }
}
