import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#web/components/badge.tsx'
import { Card } from '#web/components/card.tsx'
import { ReadingState } from '#web/components/reading-state.tsx'
import { useReadiness } from '#web/lib/admin-system.ts'

const PARTS = ['postgres', 'redis', 'store', 'projection', 'queue'] as const

/** Every part that the product stands on, and what is wrong with it. */
export function ReadinessCard(): ReactNode {
  const { t } = useTranslation()
  const reading = useReadiness()
  const isReady = reading.value?.status === 'ready'
  return (
    <Card
      title={t('adminSystem.readinessTitle')}
      aside={reading.value && <Badge tone={isReady ? 'leaf' : 'pomegranate'}>{t(isReady ? 'adminSystem.ready' : 'adminSystem.notReady')}</Badge>}
    >
      <ReadingState reading={reading}>
        {(ready) => (
          <>
            <ul className="grid gap-x-6 sm:grid-cols-2">
              {PARTS.map((name) => {
                const { ok, detail } = ready[name]
                const Icon = ok ? CircleCheck : CircleAlert
                return (
                  <li key={name} className="flex items-start gap-2.5 py-1.5">
                    <Icon aria-hidden className={ok ? 'mt-0.5 size-5 shrink-0 text-leaf-text' : 'mt-0.5 size-5 shrink-0 text-alarm-text'} />
                    <span className="min-w-0 wrap-anywhere">
                      {t(`adminSystem.parts.${name}`)}
                      <span className="sr-only">{t('common.namely', { what: t(ok ? 'adminSystem.answers' : 'adminSystem.silent') })}</span>
                      {detail !== undefined && <span className="block text-small text-alarm-text">{detail}</span>}
                    </span>
                  </li>
                )
              })}
            </ul>
            <p className="mt-2 text-small text-ink-soft wrap-anywhere">{t('adminSystem.versions', { version: ready.version, node: ready.node, store: ready.store.product })}</p>
          </>
        )}
      </ReadingState>
    </Card>
  )
}
