import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { totpCodeSchema, type TotpBegun } from '#contracts/calls/account/second-factor.ts'
import { QrCode } from '#web/components/dialogs/qr-code.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { activateApp, beginApp } from '#web/lib/calls/account/second-factor.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** From the button through the app's code to the recovery codes. `children`: beside the button, until it is pressed. */
export function SetUpApp({ onDone, children }: { onDone: () => void; children?: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const [begun, setBegun] = useState<TotpBegun>()
  const [codes, setCodes] = useState<readonly string[]>()
  const action = useAction(beginApp)

  async function begin(): Promise<void> {
    try {
      setBegun(await action.run(null))
    } catch (error) {
      toast.error(t('secondFactor.beginFailed'), { description: words.forError(error) })
    }
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begun) {
    return (
      <div className="flex flex-col gap-5">
        <p>{t('secondFactor.scan')}</p>
        <QrCode text={begun.uri} label={t('secondFactor.qrLabel')} />
        <div className="text-small text-ink-soft">
          <p>{t('secondFactor.bySecret')}</p>
          <p translate="no" data-testid="app-secret" className="font-mono text-body text-ink wrap-anywhere">
            {begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </p>
        </div>
        <CodeForm
          schema={totpCodeSchema}
          inputMode="numeric"
          label={t('secondFactor.appCode')}
          submit={t('secondFactor.activate')}
          failed={t('secondFactor.activateFailed')}
          send={activateApp}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        />
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={action.running} onClick={() => void begin()}>
        {t('secondFactor.setUpApp')}
      </Button>
      <span className="contents">{children}</span>
    </div>
  )
}
