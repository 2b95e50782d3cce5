import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { forgotPassword } from '#web/lib/calls/account/accounts.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { forgotRules } from './forgot-rules.ts'

/** R126. `onSent` also runs for unknown addresses (R128). */
export function ForgotForm({ onSent }: { onSent: (email: string) => void }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const language = useLanguage()
  const form = useForm({ resolver: forgotRules, defaultValues: { email: '' } })
  const action = useAction(forgotPassword)

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await action.run({ email, language })
      toast.over(t('forgot.failed'))
      onSent(email)
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(t('forgot.failed'), { description: words.forError(error) })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label={t('person.email')} error={words.forField(form.formState.errors.email?.message)}>
        {(ids) => <Input {...ids} {...form.register('email')} type="email" autoComplete="email" required autoFocus />}
      </Field>
      <Button type="submit" size="large" busy={action.running}>
        {t('forgot.submit')}
      </Button>
    </form>
  )
}
