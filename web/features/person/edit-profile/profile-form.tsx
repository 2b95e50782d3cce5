import { useEffect, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { saveProfile } from '#web/lib/calls/account/accounts.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { askWho, currentUser, setUser } from '#web/lib/session/session.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { PasswordBlock } from './password-block.tsx'
import { PendingAddress } from './pending-address.tsx'
import { isOtherAddress, profileRules, type ProfileFields } from './profile-rules.ts'

export interface ProfileFormProps {
  user: SessionUser
  /** R98: every session ends. `pendingEmail`: an address that awaits verification. */
  onPasswordChanged: (pendingEmail: string | null) => void
}

const fieldsOf = ({ id, firstName, lastName, email, phone }: SessionUser): ProfileFields => ({
  userId: id,
  firstName,
  lastName,
  email,
  phone: phone ?? '',
  changesPassword: false,
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
})

const saveWithAddress = confirmed(saveProfile)

/** R97, R172. A new address awaits verification (H20). */
export function ProfileForm({ user, onPasswordChanged }: ProfileFormProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const language = useLanguage()
  const [savedPending, setSavedPending] = useState<string | null>()
  // The server's newer details replace the saved ones, but not typed text.
  const form = useForm({
    resolver: profileRules,
    context: { email: user.email },
    values: fieldsOf(user),
    resetOptions: { keepDirtyValues: true },
  })
  // The saved details may be days old, and a save would revert those of another device.
  useEffect(() => void askWho(), [])
  const { errors } = form.formState
  const movesAddress = isOtherAddress(form.watch('email'), user.email)
  const error = (field: keyof ProfileFields): string | undefined => words.forField(errors[field]?.message)
  const action = useAction(movesAddress ? saveWithAddress : saveProfile)

  const submit = form.handleSubmit(
    async ({ userId, firstName, lastName, email, phone, currentPassword, newPassword }) => {
      const passwords = {
        ...(currentPassword && { currentPassword }),
        ...(newPassword !== undefined && { newPassword }),
      }
      try {
        const reply = await action.run({ userId, firstName, lastName, email, phone, language, ...passwords })
        if (reply.passwordChanged) return onPasswordChanged(reply.pendingEmail)
        // The user may have signed out meanwhile, and another in.
        if (currentUser()?.id !== reply.id) return
        setUser(reply)
        form.reset(fieldsOf(reply), { keepDirtyValues: false })
        setSavedPending(reply.pendingEmail)
        toast.success(t('profile.saved'))
      } catch (refusal) {
        if (isMovedElsewhere(refusal)) {
          await askWho()
          return toast.error(t('profile.failed'), { description: t('profile.movedElsewhere') })
        }
        const codes = { wrong_current_password: 'currentPassword', user_exists: 'email' } as const
        if (!showFieldErrors(form, refusal, codes))
          toast.error(t('profile.failed'), { description: words.forError(refusal) })
      }
    },
  )

  /** The server demands the password for an unchanged address: it was changed elsewhere. */
  const isMovedElsewhere = (refusal: unknown): boolean =>
    refusal instanceof ApiError && refusal.code === 'confirmation_required' && !movesAddress

  return (
    <Card title={t('profile.personTitle')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('person.firstName')} error={error('firstName')}>
            {(ids) => <Input {...ids} {...form.register('firstName')} autoComplete="given-name" required />}
          </Field>
          <Field label={t('person.lastName')} error={error('lastName')}>
            {(ids) => <Input {...ids} {...form.register('lastName')} autoComplete="family-name" required />}
          </Field>
        </div>
        <Field
          label={t('person.email')}
          error={error('email')}
          hint={movesAddress ? t('profile.emailHint') : undefined}
        >
          {(ids) => <Input {...ids} {...form.register('email')} type="email" autoComplete="email" required />}
        </Field>
        <PendingAddress email={user.email} saved={savedPending} />
        <Field label={user.role === 'business' ? t('person.phone') : t('profile.phoneOptional')} error={error('phone')}>
          {(ids) => (
            <Input
              {...ids}
              {...form.register('phone')}
              type="tel"
              autoComplete="tel"
              placeholder={t('person.phoneExample')}
            />
          )}
        </Field>
        <PasswordBlock
          form={{
            register: form.register,
            watch: form.watch,
            setValue: form.setValue,
            clearErrors: form.clearErrors,
            errors,
          }}
        />
        <Button type="submit" size="large" busy={action.running} className="sm:self-start">
          {t('profile.submit')}
        </Button>
      </form>
    </Card>
  )
}
