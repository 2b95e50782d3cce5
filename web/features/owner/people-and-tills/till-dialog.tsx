import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { addTillSchema, LOCKS_AFTER_SECONDS, STAFF_NAME_MAX } from '#contracts/rights/staff-calls.ts'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { addTill, changeTill, tillsPath, type AddedTill, type Branch, type Till } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { useLockWords } from './use-lock-words.ts'

/** Idle seconds to choose from; 0: after each act. */
const CHOICES = [0, 30, 60, LOCKS_AFTER_SECONDS, 300, 900] as const

const addConfirmed = confirmed(addTill)

type Settings = z.infer<typeof addTillSchema>

export interface TillDialogProps {
  businessId: number
  /** None in a shop without branches, which then is not asked. */
  branches: readonly Branch[]
  editing: Till | 'new' | undefined
  onClose: () => void
  /** With the pairing code, which is shown only once. */
  onAdded: (added: AddedTill) => void
}

export function TillDialog({ businessId, branches, editing, onClose, onAdded }: TillDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const shown = useLast(editing)
  const { busy, during } = useBusy()
  const before = shown === 'new' ? undefined : shown
  const adding = useAction((settings: Settings, key: string) => addConfirmed(businessId, settings, key))
  const changing = useAction(({ tillId, ...to }: Settings & { tillId: string }, key: string) =>
    changeTill(businessId, tillId, to, key),
  )

  async function save(settings: Settings): Promise<void> {
    try {
      const added = before ? undefined : await adding.run(settings)
      if (before) await changing.run({ ...settings, tillId: before.tillId })
      await refresh([tillsPath(businessId)])
      onClose()
      if (added) onAdded(added)
      else toast.success(t('peopleAndTills.saved', { name: settings.name }))
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
      title={t(before ? 'peopleAndTills.editTill' : 'peopleAndTills.addTill')}
    >
      <TillForm
        key={before?.tillId ?? 'new'}
        before={before}
        branches={branches}
        busy={busy}
        onSubmit={(settings) => during(() => save(settings))}
      />
    </Dialog>
  )
}

function TillForm({
  before,
  branches,
  busy,
  onSubmit,
}: {
  before: Till | undefined
  branches: readonly Branch[]
  busy: boolean
  onSubmit: (settings: Settings) => Promise<void>
}): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const lockWords = useLockWords()
  const present = before?.locksAfterSeconds ?? LOCKS_AFTER_SECONDS
  const choices = [...new Set([...CHOICES, present])].sort((one, other) => one - other)
  const form = useForm({
    resolver: zodResolver(addTillSchema),
    defaultValues: { name: before?.name ?? '', locksAfterSeconds: present, branchId: before?.branchId ?? null },
  })
  const branchId = useWatch({ control: form.control, name: 'branchId' })
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSubmit)(event)} className="flex flex-col gap-4">
      <Field label={t('peopleAndTills.tillName')} error={forField(form.formState.errors.name?.message)}>
        {(ids) => (
          <Input
            {...ids}
            {...form.register('name')}
            maxLength={STAFF_NAME_MAX}
            required
            autoComplete="off"
            placeholder={t('peopleAndTills.tillNameExample')}
          />
        )}
      </Field>
      {branches.length > 0 && (
        <Field label={t('branches.one')}>
          {(ids) => (
            <Select
              {...ids}
              value={branchId ?? ''}
              onChange={(event) => form.setValue('branchId', event.currentTarget.value || null)}
            >
              <option value="">{t('branches.none')}</option>
              {branches.map((branch) => (
                <option key={branch.branchId} value={branch.branchId} translate="no">
                  {branch.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t('peopleAndTills.locks')} hint={t('peopleAndTills.locksHint')}>
        {(ids) => (
          <Select {...ids} {...form.register('locksAfterSeconds', { valueAsNumber: true })}>
            {choices.map((seconds) => (
              <option key={seconds} value={seconds}>
                {lockWords(seconds)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogStay busy={busy}>{t('peopleAndTills.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={busy}>
          {t(before ? 'peopleAndTills.save' : 'peopleAndTills.makeCode')}
        </Button>
      </div>
    </form>
  )
}
