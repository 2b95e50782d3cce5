import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { secondFactorCodeSchema, type SecondFactorState } from '#contracts/calls/account/second-factor.ts'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import type { StaffUser } from '#web/lib/calls/staff/admin-session.ts'
import { signInByPasskey } from '#web/lib/calls/account/passkey-sign-in.ts'
import { addPasskey } from '#web/lib/calls/account/passkeys.ts'
import { enterCode } from '#web/lib/calls/account/second-factor.ts'
import { hasPasskeys } from '#web/lib/device/passkeys.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { CodeForm } from './code-form.tsx'
import { SetUpApp } from './set-up-app.tsx'

export interface SecondFactorStepProps {
  state: Exclude<SecondFactorState, 'ok'>
  /** The session has its second factor: `entered` by code or passkey, or set up. */
  onDone: (entered?: StaffUser | SessionUser) => void
}

/** The step between the password and the pages of administrators and auditors. */
export default function SecondFactorStep({ state, onDone }: SecondFactorStepProps): ReactNode {
  const { t } = useTranslation()
  if (state === 'setup_required') {
    return (
      <NarrowPage key="set-up" announced title={t('secondFactor.setUpTitle')} description={t('secondFactor.setUpText')}>
        <PageHead />
        <SetUpApp onDone={() => onDone()}>{hasPasskeys() && <AddPasskey onDone={() => onDone()} />}</SetUpApp>
      </NarrowPage>
    )
  }
  const takesCode = state === 'code_required'
  return (
    <NarrowPage
      key="step"
      announced={!takesCode}
      title={t('secondFactor.title')}
      description={t(takesCode ? 'secondFactor.stepText' : 'secondFactor.passkeyOnlyText')}
    >
      <PageHead />
      <div className="flex flex-col gap-4">
        {takesCode && (
          <CodeForm
            schema={secondFactorCodeSchema}
            label={t('secondFactor.code')}
            submit={t('secondFactor.enter')}
            failed={t('secondFactor.enterFailed')}
            send={enterCode}
            onDone={onDone}
          />
        )}
        {hasPasskeys() && <UsePasskey onDone={onDone} />}
        <p className="text-small text-ink-soft">{t('secondFactor.lost')}</p>
      </div>
    </NarrowPage>
  )
}

const byPasskey = (_input: null, key: string) => signInByPasskey(key)

function UsePasskey({ onDone }: { onDone: (entered: SessionUser) => void }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const action = useAction(byPasskey)

  async function use(): Promise<void> {
    try {
      const entered = await action.run(null)
      if (typeof entered === 'string') toast.error(t('secondFactor.passkeyStopped'))
      else onDone(entered)
    } catch (error) {
      toast.error(t('secondFactor.enterFailed'), { description: words.forError(error) })
    }
  }

  return (
    <Button look="secondary" size="large" busy={action.running} onClick={() => void use()}>
      {t('secondFactor.usePasskey')}
    </Button>
  )
}

function AddPasskey({ onDone }: { onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const { busy, during } = useBusy()

  async function add(): Promise<void> {
    try {
      const added = await addPasskey(t('passkeys.newName', { number: 1 }))
      if (typeof added === 'string') toast.error(t(`passkeys.${added}`))
      else onDone()
    } catch (error) {
      toast.error(t('passkeys.addFailed'), { description: words.forError(error) })
    }
  }

  return (
    <Button look="secondary" busy={busy} onClick={() => void during(add)}>
      {t('passkeys.add')}
    </Button>
  )
}
