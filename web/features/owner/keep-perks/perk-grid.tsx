import { Gift, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Perk } from '#contracts/calls/business.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { FoldingCard } from '#web/components/lists/folding-card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Picture } from '#web/components/brand/picture.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { usePerks } from '#web/lib/calls/business.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { AddPerkDialog } from './add-perk-dialog.tsx'
import { DeletePerkDialog } from './delete-perk-dialog.tsx'
import { EditPerkDialog } from './edit-perk-dialog.tsx'

/** Full rows of three on a desktop, of two on a tablet. */
const TILES = 12

/** R81, R83. `folds`: closed on a phone, where it is one of many parts. */
export function PerkGrid({ businessId, folds = false }: { businessId: number; folds?: boolean }): ReactNode {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Perk>()
  const [deleting, setDeleting] = useState<Perk>()
  const add = useRef<HTMLButtonElement>(null)
  const reading = usePerks(businessId)
  // The present version; a deleted perk stays as it was.
  const edited = editing && (reading.value?.find(({ id }) => id === editing.id) ?? editing)
  const Part = folds ? FoldingCard : Card
  return (
    <Part
      title={t('perks.title')}
      aside={
        <Button ref={add} look="secondary" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-5" />
          <span>{t('perks.add')}</span>
        </Button>
      }
    >
      <ReadingState reading={reading}>
        {(perks) =>
          perks.length === 0 ? (
            <EmptyState title={t('perks.emptyTitle')}>{t('perks.emptyText')}</EmptyState>
          ) : (
            <Tiles perks={perks} onEdit={setEditing} onDelete={setDeleting} />
          )
        }
      </ReadingState>
      <AddPerkDialog businessId={businessId} open={adding} onClose={() => setAdding(false)} />
      <EditPerkDialog businessId={businessId} perk={edited} onClose={() => setEditing(undefined)} />
      <DeletePerkDialog
        businessId={businessId}
        perk={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => add.current?.focus()}
      />
    </Part>
  )
}

function Tiles({
  perks,
  onEdit,
  onDelete,
}: {
  perks: readonly Perk[]
  onEdit: (perk: Perk) => void
  onDelete: (perk: Perk) => void
}): ReactNode {
  const { t } = useTranslation()
  const page = usePage(perks, TILES)
  return (
    <>
      <ul data-testid="perk-grid" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {page.items.map((perk) => (
          <PerkTile key={perk.id} perk={perk} onEdit={() => onEdit(perk)} onDelete={() => onDelete(perk)} />
        ))}
      </ul>
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('perks.title')} />
    </>
  )
}

function PerkTile({ perk, onEdit, onDelete }: { perk: Perk; onEdit: () => void; onDelete: () => void }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const tenths = toTenths(perk.pointsRequired)
  return (
    <li className="flex flex-col gap-1 rounded-field border border-line px-4 pb-2 pt-3.5">
      <div className="flex flex-1 gap-3">
        {perk.pictureUrl && (
          <Picture url={perk.pictureUrl} className="size-14 rounded-field">
            <Gift aria-hidden className="size-6 text-pomegranate-text" />
          </Picture>
        )}
        <div className="flex min-w-0 flex-col gap-1">
          <Written className="font-semibold">{perk.name}</Written>
          <Written className="text-small text-ink-soft">{perk.description}</Written>
        </div>
      </div>
      <div className="flex items-center justify-between gap-2">
        <Badge tone="pomegranate">{t('points.amount', { count: tenths / 10, points: format.points(tenths) })}</Badge>
        <span className="-mr-2 flex">
          <Button
            look="quiet"
            size="icon"
            aria-label={t('perks.editFor', { perk: perk.name })}
            title={t('perks.edit')}
            onClick={onEdit}
          >
            <Pencil aria-hidden className="size-4" />
          </Button>
          <Button
            look="quiet"
            size="icon"
            aria-label={t('perks.deleteFor', { perk: perk.name })}
            title={t('perks.delete')}
            onClick={onDelete}
          >
            <Trash2 aria-hidden className="size-4" />
          </Button>
        </span>
      </div>
    </li>
  )
}
