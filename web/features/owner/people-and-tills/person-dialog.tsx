import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { STAFF_NAME_MAX } from '#contracts/rights/staff-calls.ts'
import { staffRoleSchema, type StaffRole } from '#contracts/rights/business-rights.ts'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { addStaff, changeStaff, staffPath, type StaffMember } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { typeLatin } from '#web/lib/device/latin-keys.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { personRules } from './person-rules.ts'

export interface PersonDialogProps {
  businessId: number
  editing: StaffMember | 'new' | undefined
  onClose: () => void
}

interface Person {
  name: string
  role: StaffRole
  pin?: string | undefined
}

export function PersonDialog({ businessId, editing, onClose }: PersonDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const shown = useLast(editing)
  const { busy, during } = useBusy()
  const action = useAction(({ staffId, ...person }: Person & { staffId: string | undefined }, key: string) => {
    const { pin, ...rest } = person
    if (staffId === undefined) return addStaff(businessId, { ...rest, pin: pin ?? '' }, key)
    return changeStaff(businessId, staffId, { ...rest, ...(pin !== undefined && { pin }) }, key)
  })
  const before = shown === 'new' ? undefined : shown

  async function save(person: Person): Promise<void> {
    try {
      await action.run({ ...person, staffId: before?.staffId })
      await refresh([staffPath(businessId)])
      toast.success(t(before ? 'peopleAndTills.saved' : 'peopleAndTills.added', { name: person.name }))
      onClose()
    } catch (error) {
      const { title, description } = words.forAct(t('peopleAndTills.saveFailed'), error)
      toast.error(title, { description })
    }
  }

  return (
    <Dialog
      open={editing !== undefined}
      busy={busy}
      onClose={onClose}
      title={t(before ? 'peopleAndTills.editPerson' : 'peopleAndTills.newPerson')}
    >
      <PersonForm
        key={before?.staffId ?? 'new'}
        before={before}
        busy={busy}
        onSubmit={(person) => during(() => save(person))}
      />
    </Dialog>
  )
}

function PersonForm({
  before,
  busy,
  onSubmit,
}: {
  before: StaffMember | undefined
  busy: boolean
  onSubmit: (person: Person) => Promise<void>
}): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const form = useForm({
    resolver: zodResolver(personRules(before === undefined)),
    defaultValues: { name: before?.name ?? '', role: before?.role ?? 'cashier', pin: '' },
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSubmit)(event)} className="flex flex-col gap-4">
      <Field label={t('peopleAndTills.name')} error={forField(errors.name?.message)}>
        {(ids) => <Input {...ids} {...form.register('name')} maxLength={STAFF_NAME_MAX} required autoComplete="off" />}
      </Field>
      <Field label={t('peopleAndTills.role')} hint={t('peopleAndTills.roleHint')}>
        {(ids) => (
          <Select {...ids} {...form.register('role')}>
            {staffRoleSchema.options.toReversed().map((role) => (
              <option key={role} value={role}>
                {t(`staffRoles.${role}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('peopleAndTills.pin')}
        hint={t(before ? 'peopleAndTills.pinKeep' : 'peopleAndTills.pinHint')}
        error={forField(errors.pin?.message)}
      >
        {/* Shown, because the owner tells it to the person; no password field, which a browser would store. */}
        {(ids) => (
          <Input
            {...ids}
            {...form.register('pin')}
            inputMode="numeric"
            maxLength={8}
            required={before === undefined}
            autoComplete="off"
            onKeyDown={(event) => typeLatin(event, /^\d$/)}
          />
        )}
      </Field>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogStay busy={busy}>{t('peopleAndTills.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={busy}>
          {t(before ? 'peopleAndTills.save' : 'peopleAndTills.addPerson')}
        </Button>
      </div>
    </form>
  )
}
