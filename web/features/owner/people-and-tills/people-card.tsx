import { Pencil, Trash2, UserCheck, UserPlus, UserX } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { changeStaff, staffPath, useStaff, type ListedStaff, type StaffMember } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { ManagerSignIn } from './manager-sign-in.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { RemovePersonDialog } from './remove-person-dialog.tsx'

export function PeopleCard({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const add = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<StaffMember | 'new'>()
  const [removing, setRemoving] = useState<StaffMember>()
  const [inviting, setInviting] = useState<ListedStaff>()
  return (
    <Card
      title={t('peopleAndTills.people')}
      aside={
        <Button ref={add} look="secondary" onClick={() => setEditing('new')}>
          <UserPlus aria-hidden className="size-5" />
          <span>{t('peopleAndTills.addPerson')}</span>
        </Button>
      }
    >
      <ReadingState reading={useStaff(businessId)}>
        {({ staff }) =>
          staff.length === 0 ? (
            <EmptyState title={t('peopleAndTills.noPeopleTitle')}>{t('peopleAndTills.noPeopleText')}</EmptyState>
          ) : (
            <ul data-testid="people" className="flex flex-col divide-y divide-line">
              {staff.map((person) => (
                <PersonRow
                  key={person.staffId}
                  businessId={businessId}
                  person={person}
                  onEdit={() => setEditing(person)}
                  onRemove={() => setRemoving(person)}
                  onInvite={() => setInviting(person)}
                />
              ))}
            </ul>
          )
        }
      </ReadingState>
      <PersonDialog businessId={businessId} editing={editing} onClose={() => setEditing(undefined)} />
      <InviteDialog businessId={businessId} person={inviting} onClose={() => setInviting(undefined)} />
      <RemovePersonDialog
        businessId={businessId}
        person={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={() => add.current?.focus()}
      />
    </Card>
  )
}

function PersonRow({
  businessId,
  person,
  onEdit,
  onRemove,
  onInvite,
}: {
  businessId: number
  person: ListedStaff
  onEdit: () => void
  onRemove: () => void
  onInvite: () => void
}): ReactNode {
  const { t } = useTranslation()
  const { staffId, name, role, active } = person
  const words = useErrorWords()
  const refresh = useRefresh()
  const { busy, during } = useBusy()
  const action = useAction((to: boolean, key: string) => changeStaff(businessId, staffId, { active: to }, key))

  async function turn(to: boolean): Promise<void> {
    try {
      await action.run(to)
    } catch (error) {
      toast.failure(t('peopleAndTills.saveFailed'), words.forError(error))
    }
    await refresh([staffPath(businessId)])
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere" translate="no">
          {name}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
          <span>{t(`staffRoles.${role}`)}</span>
          {!active && <Badge tone="apricot">{t('peopleAndTills.inactive')}</Badge>}
        </p>
        <ManagerSignIn businessId={businessId} person={person} onInvite={onInvite} />
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
          busy={busy}
          aria-label={t(active ? 'peopleAndTills.deactivateFor' : 'peopleAndTills.activateFor', { name })}
          title={t(active ? 'peopleAndTills.deactivate' : 'peopleAndTills.activate')}
          onClick={() => void during(() => turn(!active))}
        >
          {active ? <UserX aria-hidden className="size-4" /> : <UserCheck aria-hidden className="size-4" />}
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
