import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { inviteManagerSchema } from '#contracts/rights/manager-calls.ts'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { inviteManager, staffPath, type ListedStaff } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const inviteConfirmed = confirmed(inviteManager)
type Invited = Parameters<typeof inviteManager>[1]

export interface InviteDialogProps {
  businessId: number
  person: ListedStaff | undefined
  onClose: () => void
}

export function InviteDialog({ businessId, person, onClose }: InviteDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const language = useLanguage()
  const refresh = useRefresh()
  const shown = useLast(person)
  const { busy, during } = useBusy()
  const action = useAction((invited: Invited, key: string) => inviteConfirmed(businessId, invited, key))

  async function invite(email: string): Promise<void> {
    if (!person) return
    try {
      await action.run({ staffId: person.staffId, email, language })
      await refresh([staffPath(businessId)])
      toast.success(t('managers.invited', { email }))
      onClose()
    } catch (error) {
      const { title, description } = words.forAct(t('managers.inviteFailed'), error)
      toast.error(title, { description })
    }
  }

  return (
    <Dialog
      open={person !== undefined}
      busy={busy}
      onClose={onClose}
      title={t('managers.inviteTitle', { name: shown?.name ?? '' })}
    >
      <InviteForm
        key={shown?.staffId}
        email={shown?.signIn?.email ?? ''}
        busy={busy}
        onSubmit={(email) => during(() => invite(email))}
      />
    </Dialog>
  )
}

function InviteForm({
  email,
  busy,
  onSubmit,
}: {
  email: string
  busy: boolean
  onSubmit: (email: string) => Promise<void>
}): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const form = useForm({ resolver: zodResolver(inviteManagerSchema.pick({ email: true })), defaultValues: { email } })
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((input) => onSubmit(input.email))(event)}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-soft">{t('managers.inviteText')}</p>
      <Field label={t('person.email')} error={forField(form.formState.errors.email?.message)}>
        {(ids) => <Input {...ids} {...form.register('email')} type="email" autoComplete="off" required />}
      </Field>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogStay busy={busy}>{t('peopleAndTills.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={busy}>
          {t('managers.send')}
        </Button>
      </div>
    </form>
  )
}
