import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BRANCH_NAME_MAX, branchNameSchema } from '#contracts/rights/branch-calls.ts'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { addBranch, branchesPath, renameBranch, type Branch } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface BranchDialogProps {
  businessId: number
  editing: Branch | 'new' | undefined
  onClose: () => void
  /** Moves the focus, because the first branch replaces the button that opened the dialog. */
  onAdded: () => void
}

export function BranchDialog({ businessId, editing, onClose, onAdded }: BranchDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const shown = useLast(editing)
  const isAdded = useRef(false)
  const { busy, during } = useBusy()
  const before = shown === 'new' ? undefined : shown
  const action = useAction(({ branchId, name }: { branchId: string | undefined; name: string }, key: string) =>
    branchId === undefined ? addBranch(businessId, { name }, key) : renameBranch(businessId, branchId, { name }, key),
  )

  async function save(name: string): Promise<void> {
    try {
      await action.run({ branchId: before?.branchId, name })
      await refresh([branchesPath(businessId)])
      isAdded.current = before === undefined
      toast.success(t(before ? 'peopleAndTills.saved' : 'peopleAndTills.added', { name }))
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
      title={t(before ? 'branches.edit' : 'branches.new')}
      onCloseFocus={(event) => {
        if (!isAdded.current) return
        isAdded.current = false
        event.preventDefault()
        onAdded()
      }}
    >
      <BranchForm
        key={before?.branchId ?? 'new'}
        before={before}
        busy={busy}
        onSubmit={(name) => during(() => save(name))}
      />
    </Dialog>
  )
}

function BranchForm({
  before,
  busy,
  onSubmit,
}: {
  before: Branch | undefined
  busy: boolean
  onSubmit: (name: string) => Promise<void>
}): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const form = useForm({ resolver: zodResolver(branchNameSchema), defaultValues: { name: before?.name ?? '' } })
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ name }) => onSubmit(name))(event)}
      className="flex flex-col gap-4"
    >
      <Field label={t('branches.name')} error={forField(form.formState.errors.name?.message)}>
        {(ids) => (
          <Input
            {...ids}
            {...form.register('name')}
            maxLength={BRANCH_NAME_MAX}
            required
            autoComplete="off"
            placeholder={t('branches.nameExample')}
          />
        )}
      </Field>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogStay busy={busy}>{t('peopleAndTills.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={busy}>
          {t(before ? 'peopleAndTills.save' : 'branches.add')}
        </Button>
      </div>
    </form>
  )
}
