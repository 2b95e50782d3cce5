import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { normaliseCode } from '#contracts/units/codes.ts'
import { pairTillSchema } from '#contracts/rights/till-calls.ts'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { CodeInput } from '#web/components/inputs/code-input.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { useAction } from '#web/lib/forms/use-action.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { pairWith } from '#web/lib/session/till-state.ts'

export interface PairFormProps {
  /** From the scanned address. */
  code: string
  onPaired: () => void
}

/** The pairing code that the owner sees, typed or scanned. */
export function PairForm({ code, onPaired }: PairFormProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const action = useAction(pairWith)
  const form = useForm({
    resolver: zodResolver(pairTillSchema),
    defaultValues: { code: code === '' ? '' : spacedCode(normaliseCode(code)) },
  })

  const submit = form.handleSubmit(async (input) => {
    try {
      await action.run(input.code)
      onPaired()
    } catch (error) {
      const { title, description } = words.forAct(t('till.pairFailed'), error)
      toast.error(title, { description, durationMs: LONG_TOAST_MS })
      form.setFocus('code', { shouldSelect: true })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('till.code')} error={words.forField(form.formState.errors.code?.message)}>
        {(ids) => (
          <CodeInput
            {...ids}
            {...form.register('code')}
            placeholder={t('till.codeExample')}
            disabled={action.running}
            scanLabel={t('till.scan')}
            scannerTitle={t('till.scan')}
            onScan={(text) => {
              form.setValue('code', spacedCode(normaliseCode(text)))
              void submit()
            }}
            afterScan={() => form.setFocus('code')}
          />
        )}
      </Field>
      <Button type="submit" size="large" busy={action.running}>
        {t('till.pair')}
      </Button>
    </form>
  )
}
