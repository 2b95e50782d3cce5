import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { secondFactorCodeSchema } from '#contracts/calls/account/second-factor.ts'
import { Dialog } from '#web/components/dialogs/dialog.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { isEntered, useStaff } from '#web/lib/calls/staff/admin-session.ts'
import { removeApp, SECOND_FACTOR_PATH, useSecondFactor } from '#web/lib/calls/account/second-factor.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { CodeForm } from './code-form.tsx'
import { SetUpApp } from './set-up-app.tsx'

/** Two-step sign-in of administrators and auditors: turn on and off. Leads back to an unfinished sign-in. */
export default function SecondFactorCard(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const refresh = useRefresh()
  const reading = useSecondFactor()
  const staff = useStaff(true).value
  const card = useRef<HTMLDivElement>(null)
  const [isRemoving, setRemoving] = useState(false)
  const [busy, setBusy] = useState(false)

  async function show(message: string): Promise<void> {
    setRemoving(false)
    await refresh([SECOND_FACTOR_PATH])
    toast.success(message)
    card.current?.focus()
  }

  if (staff && !isEntered(staff)) return <Navigate to="/hatik" replace />
  return (
    <Card title={t('secondFactor.title')}>
      <div ref={card} tabIndex={-1} className="-mt-2 flex flex-col gap-4 outline-none">
        <p className="text-ink-soft">{t('secondFactor.text')}</p>
        <ReadingState reading={reading}>
          {({ totp }) =>
            totp ? (
              <div className="flex flex-col items-start gap-3">
                <p>{t('secondFactor.onSince', { moment: format.moment(new Date(totp.since)) })}</p>
                <p>{t('secondFactor.codesLeft', { count: totp.recoveryCodes })}</p>
                <Button look="secondary" aria-haspopup="dialog" onClick={() => setRemoving(true)}>
                  {t('secondFactor.turnOff')}
                </Button>
              </div>
            ) : (
              <SetUpApp onDone={() => void show(t('secondFactor.turnedOn'))} />
            )
          }
        </ReadingState>
      </div>
      <Dialog
        open={isRemoving}
        busy={busy}
        onClose={() => setRemoving(false)}
        title={t('secondFactor.turnOffTitle')}
        description={t('secondFactor.turnOffText')}
      >
        <CodeForm
          schema={secondFactorCodeSchema}
          label={t('secondFactor.code')}
          submit={t('secondFactor.turnOff')}
          failed={t('secondFactor.turnOffFailed')}
          send={removeApp}
          onDone={() => void show(t('secondFactor.turnedOff'))}
          onRunning={setBusy}
        />
      </Dialog>
    </Card>
  )
}
