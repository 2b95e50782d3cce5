import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecurityEntry } from '#contracts/calls/staff/security.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { useSecurityLog } from '#web/lib/calls/staff/audit.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** Sign-ins, refusals and account changes; people by number. */
export function SecurityList(): ReactNode {
  const { t } = useTranslation()
  const cursors = useCursors()
  return (
    <Card title={t('security.title')}>
      <p className="-mt-2 mb-4 text-ink-soft">{t('security.text')}</p>
      <PagedList
        reading={useSecurityLog(cursors.cursor)}
        cursors={cursors}
        items={(page) => page.entries}
        empty={{ title: t('security.noneTitle'), text: t('security.noneText') }}
        of={t('security.title')}
      >
        {(entries) => (
          <ol data-testid="security" className="divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </PagedList>
    </Card>
  )
}

const ROLES = ['admin', 'auditor'] as const

function Entry({ entry: { what, result, userId, role, times, lastAt } }: { entry: SecurityEntry }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const given = ROLES.find((known) => known === result)
  const isDone = result === 'ok' || result === 'verified'
  const words = given ? t(`auditRoles.${given}`) : isDone ? t(`security.${result}`) : t('security.refused')
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span>{t(`security.acts.${what}`)}</span>
          <Badge tone={isDone || given ? 'leaf' : 'apricot'}>{words}</Badge>
        </p>
        <time dateTime={lastAt} className="text-small text-ink-soft">
          {format.moment(new Date(lastAt))}
        </time>
      </div>
      <p className="flex flex-wrap gap-x-4 text-ink-soft">
        <span>
          {userId === null
            ? t('security.nobody')
            : t('audit.numbered', { who: t(`auditRoles.${role ?? 'system'}`), id: userId })}
        </span>
        {!isDone && !given && <code>{result}</code>}
        {times > 1 && <span>{t('security.times', { times })}</span>}
      </p>
    </li>
  )
}
