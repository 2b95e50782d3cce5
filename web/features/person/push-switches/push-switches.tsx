import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PUSH_KINDS, type PushKind } from '#contracts/calls/account/push.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { usePushHere } from '#web/lib/calls/account/push.ts'
import { pushAbility } from '#web/lib/device/push.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** What this browser tells a buyer about; saved at once. */
export default function PushSwitches(): ReactNode {
  const { t } = useTranslation()
  const ability = pushAbility()
  return (
    <Card title={t('push.title')}>
      {ability === 'ready' ? <Switches /> : <p className="text-ink-soft">{t(`push.${ability}`)}</p>}
    </Card>
  )
}

function Switches(): ReactNode {
  const { t } = useTranslation()
  const { forAct } = useErrorWords()
  const language = useLanguage()
  const { reading, here, choose } = usePushHere(language)
  const { busy, during } = useBusy()
  const chosen = here?.kinds ?? []

  async function turn(kind: PushKind, on: boolean): Promise<void> {
    try {
      const kinds = PUSH_KINDS.filter((each) => (each === kind ? on : chosen.includes(each)))
      if (await choose(kinds, language)) toast.success(t('push.saved'))
      else toast.error(t('push.failed'), pushAbility() === 'blocked' ? { description: t('push.blocked') } : {})
    } catch (error) {
      const { title, description } = forAct(t('push.failed'), error)
      toast.error(title, { description })
    }
  }

  return (
    <div className="-mt-2 flex flex-col gap-2">
      <p className="text-ink-soft">{t('push.text')}</p>
      <ReadingState reading={reading} loading={<SkeletonRows rows={3} className="h-10" />}>
        {() => (
          <ul>
            {PUSH_KINDS.map((kind) => (
              <li key={kind}>
                <label className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input
                    type="checkbox"
                    name={kind}
                    checked={chosen.includes(kind)}
                    aria-busy={busy || undefined}
                    className="size-5 shrink-0 accent-pomegranate"
                    onChange={(event) => {
                      const on = event.currentTarget.checked
                      void during(() => turn(kind, on))
                    }}
                  />
                  <span>{t(`push.kinds.${kind}`)}</span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </ReadingState>
    </div>
  )
}
