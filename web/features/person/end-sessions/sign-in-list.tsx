import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnSignIn } from '#contracts/calls/staff/security.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useOwnSignIns } from '#web/lib/calls/account/accounts.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export function SignInList(): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('security.own')}>
      <p className="-mt-2 mb-4 text-ink-soft">{t('security.ownText')}</p>
      <ReadingState reading={useOwnSignIns()}>
        {(signIns) =>
          signIns.length === 0 ? (
            <p>{t('security.ownNone')}</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {signIns.map((signIn, index) => (
                <SignInRow key={index} signIn={signIn} />
              ))}
            </ul>
          )
        }
      </ReadingState>
    </Card>
  )
}

function SignInRow({ signIn: { what, result, device, times, at } }: { signIn: OwnSignIn }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const isDone = result === 'ok' || result === 'verified'
  const failure = what === 'lock_out' ? 'acts.lock_out' : result === 'invalid_credentials' ? 'wrong' : 'refused'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold">{isDone ? device || t('sessions.unknown') : t(`security.${failure}`)}</p>
        <p className="text-small text-ink-soft">{format.moment(new Date(at))}</p>
        {what === 'passkey_sign_in' && <p className="text-small text-ink-soft">{t('security.byPasskey')}</p>}
        {times > 1 && <p className="text-small text-ink-soft">{t('security.times', { times })}</p>}
      </div>
      <Badge tone={isDone ? 'leaf' : 'apricot'}>{t(isDone ? 'security.ok' : 'security.refused')}</Badge>
    </li>
  )
}
