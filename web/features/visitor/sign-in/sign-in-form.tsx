import type { ParseKeys } from 'i18next'
import { useState, type ReactElement, type ReactNode } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'
import { setTrialExpired, setUser } from '#web/lib/session/session.ts'
import { signIn } from '#web/features/visitor/sign-in/sign-in.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { signInErrorKey } from './sign-in-words.ts'

interface SignInFields {
  email: string
  password: string
}

export interface SignInFormProps {
  /** The address just signed up with. */
  email?: string | undefined
  /** C1: sign-in refused, but the business may go and pay. */
  onTrialExpired: () => void
  /** Lasting text and way out for a refusal of the account, by the typed address. */
  refused: (key: ParseKeys, email: string) => ReactElement | null
  /** Rendered between password and button. */
  children?: ReactNode
}

/** Refusals that no other password would change. */
const OF_THE_ACCOUNT = /unverified|pending|suspended|rejected|limited|closed/

/** Loads at the first typed letter, not with the page. */
const rules = (): Promise<typeof import('./sign-in-rules.ts')> =>
  withWords(() => import('./sign-in-rules.ts'), ['fields'])
const resolver: Resolver<SignInFields> = async (...form) => (await rules()).signInRules(...form)

/** An empty field sends nothing and asks to fill all fields (R43). Refusals by R207. */
export function SignInForm({ email = '', onTrialExpired, refused, children }: SignInFormProps): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const form = useForm<SignInFields>({ resolver, defaultValues: { email, password: '' } })
  const { errors } = form.formState
  const [refusal, setRefusal] = useState<[key: ParseKeys, email: string]>()
  const action = useAction(signIn)

  /** The message of a refused passkey suggests the password, so both ways end with the focus there. */
  async function enter(ask: () => Promise<SessionUser | undefined>, address = ''): Promise<void> {
    setRefusal(undefined)
    try {
      const user = await ask()
      if (!user) return
      setTrialExpired(false)
      setUser(user)
    } catch (error) {
      const key = signInErrorKey(error)
      toast.error(t(key))
      if ((key === 'errors.trial_expired' || key === 'errors.plan_lapsed') && error instanceof ApiError && error.user) {
        setUser(error.user)
        setTrialExpired(true)
        return onTrialExpired()
      }
      if (OF_THE_ACCOUNT.test(key)) return setRefusal([key, address])
      form.setFocus('password', { shouldSelect: true })
    }
  }

  const submit = form.handleSubmit((input) => enter(() => action.run(input), input.email))

  return (
    <form
      noValidate
      onInput={() => void rules().catch(() => undefined)}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
    >
      <Field label={t('signIn.email')} error={forField(errors.email?.message)}>
        {(ids) => (
          <Input
            {...ids}
            {...form.register('email')}
            type="email"
            autoComplete="username"
            required
            autoFocus={email === ''}
          />
        )}
      </Field>
      <Field label={t('signIn.password')} error={forField(errors.password?.message)}>
        {(ids) => <PasswordInput {...ids} {...form.register('password')} autoComplete="current-password" required />}
      </Field>
      <span className="contents">{children}</span>
      {refusal && refused(...refusal)}
      <Button type="submit" size="large" busy={action.running}>
        {t('signIn.submit')}
      </Button>
      <PasskeyButton enter={enter} />
    </form>
  )
}
