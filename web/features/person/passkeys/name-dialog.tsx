import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PASSKEY_NAME_MAX, passkeyNameSchema, type PasskeyEntry } from '#contracts/calls/account/passkeys.ts'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { PASSKEYS_PATH, renamePasskey } from '#web/lib/calls/account/passkeys.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Open while there is a passkey to name. */
export function NameDialog({
  passkey,
  onClose,
}: {
  passkey: PasskeyEntry | undefined
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const refresh = useRefresh()
  const shown = useLast(passkey)
  const { busy, during } = useBusy()
  const action = useAction(renamePasskey)

  async function save(name: string): Promise<void> {
    if (!shown) return
    try {
      await action.run({ id: shown.id, name })
      await refresh([PASSKEYS_PATH])
      toast.success(t('passkeys.renamed'))
      onClose()
    } catch (error) {
      toast.error(t('passkeys.renameFailed'), { description: forError(error) })
    }
  }

  return (
    <Dialog
      open={passkey !== undefined}
      busy={busy}
      onClose={onClose}
      title={t('passkeys.nameTitle')}
      description={t('passkeys.nameText')}
    >
      <NameForm key={shown?.id} name={shown?.name ?? ''} busy={busy} onSubmit={(name) => during(() => save(name))} />
    </Dialog>
  )
}

function NameForm({
  name,
  busy,
  onSubmit,
}: {
  name: string
  busy: boolean
  onSubmit: (name: string) => Promise<void>
}): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const form = useForm({ resolver: zodResolver(passkeyNameSchema), defaultValues: { name } })
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((input) => onSubmit(input.name))(event)}
      className="flex flex-col gap-4"
    >
      <Field label={t('passkeys.name')} error={forField(form.formState.errors.name?.message)}>
        {(ids) => (
          <Input {...ids} {...form.register('name')} maxLength={PASSKEY_NAME_MAX} required autoComplete="off" />
        )}
      </Field>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogStay busy={busy}>{t('passkeys.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={busy}>
          {t('passkeys.save')}
        </Button>
      </div>
    </form>
  )
}
