import { useTranslation } from 'react-i18next'
import type { Projections } from '#contracts/calls/staff/admin.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const COUNTED_TO = 1_000

/** How far the read models are behind the log. */
export function useLagWords(): (lag: Pick<Projections, 'lagEvents'>) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ lagEvents }) =>
    lagEvents === null
      ? t('adminSystem.lagUnknown')
      : t('adminSystem.behind', {
          count: lagEvents,
          events: `${format.integer(lagEvents)}${lagEvents >= COUNTED_TO ? '+' : ''}`,
        })
}
