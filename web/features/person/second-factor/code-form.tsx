import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { secondFactorCodeSchema, totpCodeSchema } from '#contracts/calls/account/second-factor.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** `schema`: of the call. A wrong code is cleared for the next. */
export function CodeForm<Reply>({
  schema,
  inputMode,
  label,
  submit: submitLabel,
  failed,
  send,
  onDone,
  onRunning,
}: {
  schema: typeof secondFactorCodeSchema | typeof totpCodeSchema
  inputMode?: ComponentProps<'input'>['inputMode']
  label: string
  submit: string
  failed: string
  send: (code: string, key: string) => Promise<Reply>
  onDone: (reply: Reply) => void
  onRunning?: (isRunning: boolean) => void
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { code: '' } })
  const action = useAction(send)

  const submit = form.handleSubmit(async ({ code }) => {
    onRunning?.(true)
    try {
      onDone(await action.run(code))
    } catch (error) {
      if (showFieldErrors(form, error)) form.setFocus('code', { shouldSelect: true })
      else toast.error(failed, { description: words.forError(error) })
    } finally {
      onRunning?.(false)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field
        label={label}
        error={words.forField(form.formState.errors.code?.message)}
        hint={t('secondFactor.codeHint')}
      >
        {(ids) => (
          <Input
            {...ids}
            {...form.register('code')}
            size="large"
            {...(inputMode && { inputMode })}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            required
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" size="large" busy={action.running}>
        {submitLabel}
      </Button>
    </form>
  )
}
