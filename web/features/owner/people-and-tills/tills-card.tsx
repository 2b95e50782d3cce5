import { MonitorSmartphone, Pencil, Plus, Unplug } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { useBranches, useTills, type AddedTill, type ListedTill, type Till } from '#web/lib/calls/staff.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { PairingDialog } from './pairing-dialog.tsx'
import { RevokeTillDialog } from './revoke-till-dialog.tsx'
import { TillDialog } from './till-dialog.tsx'
import { useLockWords } from './use-lock-words.ts'

export function TillsCard({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const add = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<Till | 'new'>()
  const [added, setAdded] = useState<AddedTill & { receivedMs: number }>()
  const [revoking, setRevoking] = useState<Till>()
  const reading = useTills(businessId)
  const branches = useBranches(businessId).value?.branches ?? []
  const isPaired = reading.value?.tills.some(
    ({ tillId, pairedAt }) => tillId === added?.till.tillId && pairedAt !== null,
  )
  return (
    <Card
      title={t('peopleAndTills.tills')}
      aside={
        <Button ref={add} look="secondary" onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-5" />
          <span>{t('peopleAndTills.addTill')}</span>
        </Button>
      }
    >
      <ReadingState reading={reading}>
        {({ tills }) =>
          tills.length === 0 ? (
            <EmptyState title={t('peopleAndTills.noTillsTitle')}>{t('peopleAndTills.noTillsText')}</EmptyState>
          ) : (
            <ul data-testid="tills" className="flex flex-col divide-y divide-line">
              {tills.map((till) => (
                <TillRow
                  key={till.tillId}
                  till={till}
                  branch={branches.find(({ branchId }) => branchId === till.branchId)?.name}
                  onEdit={() => setEditing(till)}
                  onRevoke={() => setRevoking(till)}
                />
              ))}
            </ul>
          )
        }
      </ReadingState>
      <TillDialog
        businessId={businessId}
        branches={branches}
        editing={editing}
        onClose={() => setEditing(undefined)}
        onAdded={(till) => setAdded({ ...till, receivedMs: Date.now() })}
      />
      <PairingDialog
        businessId={businessId}
        added={added}
        isPaired={isPaired ?? false}
        onClose={() => setAdded(undefined)}
      />
      <RevokeTillDialog
        businessId={businessId}
        till={revoking}
        onClose={() => setRevoking(undefined)}
        onRevoked={() => add.current?.focus()}
      />
    </Card>
  )
}

function TillRow({
  till,
  branch,
  onEdit,
  onRevoke,
}: {
  till: ListedTill
  branch: string | undefined
  onEdit: () => void
  onRevoke: () => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const lockWords = useLockWords()
  const { name, pairedAt, lastSeenAt, locksAfterSeconds } = till
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere" translate="no">
          {name}
        </p>
        {branch !== undefined && (
          <p className="text-small text-ink-soft wrap-anywhere">
            <span>{t('common.term', { name: t('branches.one') })}</span> <span translate="no">{branch}</span>
          </p>
        )}
        {pairedAt === null ? (
          <Badge tone="apricot">{t('peopleAndTills.notPaired')}</Badge>
        ) : (
          <p className="text-small text-ink-soft">
            {t('peopleAndTills.paired', { moment: format.moment(new Date(pairedAt)) })}
          </p>
        )}
        {lastSeenAt !== null && (
          <p className="text-small text-ink-soft">
            {t('peopleAndTills.lastSeen', { moment: format.moment(new Date(lastSeenAt)) })}
          </p>
        )}
        <p className="text-small text-ink-soft">
          <span>{t('common.term', { name: t('peopleAndTills.locks') })}</span>{' '}
          <span>{lockWords(locksAfterSeconds)}</span>
        </p>
      </div>
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
          aria-label={t('peopleAndTills.revokeFor', { name })}
          title={t('peopleAndTills.revoke')}
          onClick={onRevoke}
        >
          <Unplug aria-hidden className="size-4" />
        </Button>
      </div>
    </li>
  )
}
