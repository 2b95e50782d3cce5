import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { useBranches, type Branch } from '#web/lib/calls/staff.ts'
import { BranchDialog } from './branch-dialog.tsx'
import { RemoveBranchDialog } from './remove-branch-dialog.tsx'

/** One quiet button in a shop without branches. Nothing stands in for the card meanwhile, because most have none. */
export function BranchesCard({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const add = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<Branch | 'new'>()
  const [removing, setRemoving] = useState<Branch>()
  const reading = useBranches(businessId)
  const { value, error } = reading
  if (!value && !error) return null
  const isEmpty = value?.branches.length === 0
  const focusAdd = () => add.current?.focus()
  const addButton = (
    <Button ref={add} look={isEmpty ? 'quiet' : 'secondary'} onClick={() => setEditing('new')}>
      <Plus aria-hidden className="size-5" />
      <span>{t('branches.add')}</span>
    </Button>
  )
  return (
    <>
      {isEmpty ? (
        <div className="flex justify-end">{addButton}</div>
      ) : (
        <Card title={t('branches.title')} aside={addButton}>
          <ReadingState reading={reading}>
            {({ branches }) => (
              <>
                <p className="mb-2 text-small text-ink-soft">{t('branches.text')}</p>
                <ul data-testid="branches" className="flex flex-col divide-y divide-line">
                  {branches.map((branch) => (
                    <BranchRow
                      key={branch.branchId}
                      name={branch.name}
                      onEdit={() => setEditing(branch)}
                      onRemove={() => setRemoving(branch)}
                    />
                  ))}
                </ul>
              </>
            )}
          </ReadingState>
        </Card>
      )}
      <BranchDialog
        businessId={businessId}
        editing={editing}
        onClose={() => setEditing(undefined)}
        onAdded={focusAdd}
      />
      <RemoveBranchDialog
        businessId={businessId}
        branch={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={focusAdd}
      />
    </>
  )
}

function BranchRow({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <li className="flex items-center gap-x-4 py-2 last:pb-0">
      <MapPin aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <p className="min-w-0 flex-1 font-semibold wrap-anywhere" translate="no">
        {name}
      </p>
      <div className="-mr-2 flex">
        <Button
          look="quiet"
          size="icon"
          aria-label={t('peopleAndTills.editFor', { name })}
          title={t('peopleAndTills.edit')}
          onClick={onEdit}
        >
          <Pencil aria-hidden className="size-4" />
        </Button>
        <Button
          look="quiet"
          size="icon"
          aria-label={t('peopleAndTills.removeFor', { name })}
          title={t('peopleAndTills.remove')}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
    </li>
  )
}
