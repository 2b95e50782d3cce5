import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionEntry } from '#contracts/calls/account/accounts.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { endSession, SESSIONS_PATH, useSessions } from '#web/lib/calls/account/accounts.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const endConfirmed = confirmed(endSession)

export function SessionList(): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const refresh = useRefresh()
  const list = useRef<HTMLUListElement>(null)
  const [ending, setEnding] = useState<string>()
  const action = useAction(endConfirmed)

  async function end(id: string): Promise<void> {
    setEnding(id)
    try {
      await action.run(id).catch(unlessEnded)
      await refresh([SESSIONS_PATH])
      toast.success(t('sessions.ended'))
      list.current?.focus()
    } catch (error) {
      toast.error(t('sessions.failed'), { description: forError(error) })
    } finally {
      setEnding(undefined)
    }
  }

  return (
    <Card title={t('sessions.title')}>
      <ReadingState reading={useSessions()}>
        {(sessions) => (
          <ul ref={list} tabIndex={-1} className="flex flex-col divide-y divide-line outline-none">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={ending === session.id}
                onEnd={() => void end(session.id)}
              />
            ))}
          </ul>
        )}
      </ReadingState>
    </Card>
  )
}

/** The session has ended meanwhile, as requested. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}

function SessionRow({ session, busy, onEnd }: { session: SessionEntry; busy: boolean; onEnd: () => void }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { current, signedInAt, lastSeenAt } = session
  // A client without a known browser has no name.
  const device = session.device || t('sessions.unknown')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>{device}</span>
          {current && <Badge tone="leaf">{t('sessions.current')}</Badge>}
        </p>
        <p className="text-small text-ink-soft">
          {t('sessions.signedIn', { moment: format.moment(new Date(signedInAt)) })}
        </p>
        <p className="text-small text-ink-soft">
          {t('sessions.lastSeen', { moment: format.moment(new Date(lastSeenAt)) })}
        </p>
      </div>
      {!current && (
        <Button look="secondary" busy={busy} aria-label={t('sessions.endFor', { device })} onClick={onEnd}>
          <LogOut aria-hidden className="size-4" />
          <span>{t('sessions.end')}</span>
        </Button>
      )}
    </li>
  )
}
