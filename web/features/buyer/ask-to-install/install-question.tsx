import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { install, useInstallWay } from '#web/lib/device/install.ts'
import { isPushUndecided } from '#web/lib/device/push.ts'
import { PUSH_ASKED_NAME, storage } from '#web/lib/device/storage.ts'

/** Set by an answer, so that a browser asks once. */
const ASKED_NAME = 'hatik.install-asked'

/** After the first award, and after the question about notifications, because two at once are answered by neither. */
export default function InstallQuestion(): ReactNode {
  const { t } = useTranslation()
  const way = useInstallWay()
  const [isOpen, setOpen] = useState(
    () => storage.get(ASKED_NAME) === null && !(isPushUndecided() && storage.get(PUSH_ASKED_NAME) === null),
  )

  function close(): void {
    storage.set(ASKED_NAME, 'yes')
    setOpen(false)
  }

  if (!isOpen || !way) return null
  return (
    <Card title={t('install.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">{t('install.text')}</p>
        {way === 'steps' && <p>{t('install.steps')}</p>}
        <div className="flex flex-wrap gap-3">
          {way === 'prompt' && (
            <Button onClick={() => void install().then(close)}>
              <Download aria-hidden className="size-4" />
              <span>{t('install.yes')}</span>
            </Button>
          )}
          <Button look="quiet" onClick={close}>
            {t(way === 'prompt' ? 'install.no' : 'install.gotIt')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
