import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/components/feedback/toast.tsx'
import { verifyByPassword, type PasswordProof } from '#web/lib/calls/account/accounts.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { Verifying } from './use-verification.ts'

export interface ProofFormProps extends Pick<Verifying, 'onReply' | 'onRefused'> {
  token: string
}

/** Submits either form and shows its errors. */
export function useSubmit<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  { onReply, onRefused }: ProofFormProps,
): { submit: (proof: PasswordProof) => Promise<void>; busy: boolean } {
  const { t } = useTranslation()
  const words = useErrorWords()
  const action = useAction(verifyByPassword)
  const failed = t('verifyEmail.errorTitle')

  async function submit(proof: PasswordProof): Promise<void> {
    try {
      const reply = await action.run(proof)
      toast.over(failed)
      onReply(reply)
    } catch (error) {
      if (error instanceof ApiError && /^(invalid_verification_token|changed_meanwhile)$/.test(error.code))
        return onRefused(error)
      if (!showFieldErrors(form, error)) toast.error(failed, { description: words.forError(error) })
    }
  }
  return { submit, busy: action.running }
}
