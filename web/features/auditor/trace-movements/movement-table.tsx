import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AuditMovement } from '#contracts/calls/staff/audit.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { eventAddress, movementsAddress, useAuditMovements } from '#web/lib/calls/staff/audit.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useCursorsOfEntry } from '#web/lib/reads/use-cursors-of-entry.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const LINK = 'whitespace-nowrap font-semibold underline decoration-line-strong underline-offset-4'
const TONES: Record<AuditMovement['type'], BadgeTone> = {
  PointsAwarded: 'leaf',
  AwardVoided: 'apricot',
  PerkRedeemed: 'pomegranate',
  PointsRefunded: 'leaf',
  AwardCorrected: 'apricot',
  AccountClosed: 'neutral',
  PointsMergedIn: 'leaf',
  PointsMergedOut: 'neutral',
}

export function MovementTable({ selection }: { selection: URLSearchParams }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const cursors = useCursorsOfEntry()
  const reading = useAuditMovements(selection, cursors.cursor)
  const signed = (points: string): string =>
    `${points.startsWith('-') ? '−' : '+'}${format.points(Math.abs(toTenths(points)))}`
  const asOf = reading.value?.asOf
  return (
    <Card
      title={t('audit.movements')}
      aside={asOf && <span className="text-small text-ink-soft">{t('audit.asOf', { position: asOf })}</span>}
    >
      <div data-testid="movements">
        <PagedList
          reading={reading}
          cursors={cursors}
          items={(page) => page.movements}
          empty={{ title: t('audit.nothing'), text: t('audit.nothingText') }}
          of={t('audit.movements')}
        >
          {(movements) => (
            <Table
              caption={t('audit.movements')}
              rows={movements}
              rowKey={({ position }) => position}
              columns={[
                {
                  key: 'event',
                  title: t('audit.event'),
                  cell: ({ position }) => (
                    <Link to={eventAddress(position)} className={LINK}>
                      {position}
                    </Link>
                  ),
                },
                {
                  key: 'at',
                  title: t('audit.recorded'),
                  cell: ({ storedAt }) => (
                    <time dateTime={storedAt} className="whitespace-nowrap">
                      {format.moment(new Date(storedAt))}
                    </time>
                  ),
                },
                {
                  key: 'type',
                  title: t('audit.what'),
                  cell: ({ type, onBehalfOf }) => (
                    <span className="flex flex-wrap gap-1">
                      <Badge tone={TONES[type]}>{t(`eventTypes.${type}`)}</Badge>
                      {onBehalfOf !== null && <Badge tone="apricot">{t('audit.support')}</Badge>}
                    </span>
                  ),
                },
                {
                  key: 'business',
                  title: t('auditFields.business'),
                  cell: ({ businessId }) => (
                    <Link to={movementsAddress({ business: String(businessId) })} className={LINK}>
                      {businessId}
                    </Link>
                  ),
                },
                {
                  key: 'buyer',
                  title: t('auditFields.buyerCode'),
                  cell: ({ businessId, buyer }) => (
                    <Link
                      to={movementsAddress({ business: String(businessId), buyer: String(buyer.id) })}
                      className={LINK}
                    >
                      {buyer.buyerId === '' ? t('audit.erased', { id: buyer.id }) : spacedCode(buyer.buyerId)}
                    </Link>
                  ),
                },
                { key: 'about', title: t('audit.about'), cell: (movement) => <About movement={movement} /> },
                {
                  key: 'actor',
                  title: t('auditFields.actor'),
                  cell: ({ actor }) => `${t(`auditRoles.${roleOf(actor.role)}`)} ${actor.id === 0 ? '' : actor.id}`,
                },
                {
                  key: 'points',
                  title: t('audit.points'),
                  end: true,
                  cell: ({ points }) => <span className="font-semibold whitespace-nowrap">{signed(points)}</span>,
                },
                {
                  key: 'balance',
                  title: t('audit.balance'),
                  end: true,
                  cell: ({ balance }) => <span className="whitespace-nowrap">{format.points(toTenths(balance))}</span>,
                },
              ]}
            />
          )}
        </PagedList>
      </div>
    </Card>
  )
}

const ROLES = ['business', 'buyer', 'auditor', 'system'] as const
/** The long word for an administrator would push the balance off a desktop screen. */
const roleOf = (role: string): (typeof ROLES)[number] | 'adminShort' =>
  role === 'admin' ? 'adminShort' : (ROLES.find((known) => known === role) ?? 'system')

function About({
  movement: { amountAmd, receipt, perkName, reason, missing },
}: {
  movement: AuditMovement
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const parts = [
    amountAmd === null ? null : format.amd(amountAmd),
    receipt === null ? null : t('audit.receipt', { number: receipt }),
    perkName,
    reason,
    missing === null || toTenths(missing) === 0
      ? null
      : t('audit.missing', { points: format.points(toTenths(missing)) }),
  ]
  return <span className="wrap-anywhere">{parts.filter((part) => part !== null).join(' · ')}</span>
}
