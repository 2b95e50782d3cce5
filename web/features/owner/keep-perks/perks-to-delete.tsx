import { Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Perk } from '#contracts/calls/business.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { usePerks } from '#web/lib/calls/business.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { DeletePerkDialog } from './delete-perk-dialog.tsx'

/** R155. */
export function PerksToDelete({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const list = useRef<HTMLUListElement>(null)
  const [deleting, setDeleting] = useState<Perk>()
  return (
    <ReadingState reading={usePerks(businessId)}>
      {(perks) => (
        <>
          <ul
            ref={list}
            tabIndex={-1}
            aria-label={t('perks.title')}
            className="divide-y divide-line rounded-field border border-line bg-surface outline-none"
          >
            {perks.map((perk) => {
              const tenths = toTenths(perk.pointsRequired)
              return (
                <li key={perk.id} className="flex items-center gap-3 py-1.5 pl-4 pr-1.5">
                  <span className="min-w-0 flex-1 wrap-anywhere">{perk.name}</span>
                  <span className="shrink-0 text-small text-ink-soft">
                    {t('points.amount', { count: tenths / 10, points: format.points(tenths) })}
                  </span>
                  <Button
                    look="quiet"
                    size="icon"
                    aria-label={t('perks.deleteFor', { perk: perk.name })}
                    title={t('perks.delete')}
                    onClick={() => setDeleting(perk)}
                  >
                    <Trash2 aria-hidden className="size-4" />
                  </Button>
                </li>
              )
            })}
          </ul>
          <DeletePerkDialog
            businessId={businessId}
            perk={deleting}
            onClose={() => setDeleting(undefined)}
            onDeleted={() => list.current?.focus()}
          />
        </>
      )}
    </ReadingState>
  )
}
