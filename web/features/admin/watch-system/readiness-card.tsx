import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ready } from '#contracts/calls/health.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useReadiness } from '#web/lib/calls/staff/admin-system.ts'

export const READY_PARTS = ['postgres', 'redis', 'store', 'projection', 'queue'] as const

/** A stale reply counts as unknown. */
export function ReadinessCard(): ReactNode {
  const { t } = useTranslation()
  const reading = useReadiness()
  const known = reading.stale ? undefined : reading.value
  return (
    <Card title={t('adminSystem.readinessTitle')} aside={<State known={known} failed={reading.error !== undefined} />}>
      <ReadingState reading={{ ...reading, value: known }}>
        {(ready) => (
          <>
            <ul className="grid gap-x-6 sm:grid-cols-2">
              {READY_PARTS.map((name) => {
                const { ok, detail } = ready[name]
                const Icon = ok ? CircleCheck : CircleAlert
                return (
                  <li key={name} className="flex items-start gap-2.5 py-1.5">
                    <Icon
                      aria-hidden
                      className={
                        ok ? 'mt-0.5 size-5 shrink-0 text-leaf-text' : 'mt-0.5 size-5 shrink-0 text-alarm-text'
                      }
                    />
                    <span className="min-w-0 wrap-anywhere">
                      <span>{t(`adminSystem.parts.${name}`)}</span>
                      <span className="sr-only">
                        {t('common.namely', { what: t(ok ? 'adminSystem.answers' : 'adminSystem.silent') })}
                      </span>
                      {detail !== undefined && <span className="block text-small text-alarm-text">{detail}</span>}
                    </span>
                  </li>
                )
              })}
            </ul>
            <p className="mt-2 text-small text-ink-soft wrap-anywhere">
              {t('adminSystem.versions', { version: ready.version, node: ready.node, store: ready.store.product })}
            </p>
          </>
        )}
      </ReadingState>
    </Card>
  )
}

function State({ known, failed }: { known: Ready | undefined; failed: boolean }): ReactNode {
  const { t } = useTranslation()
  if (!known) return failed && <Badge tone="apricot">{t('adminSystem.unknown')}</Badge>
  const isReady = known.status === 'ready'
  return (
    <Badge tone={isReady ? 'leaf' : 'pomegranate'}>{t(isReady ? 'adminSystem.ready' : 'adminSystem.notReady')}</Badge>
  )
}
