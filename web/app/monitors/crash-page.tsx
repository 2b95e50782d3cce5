import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { lastAct } from '#web/lib/session/last-act.ts'
import { BrokenPage } from './broken-page.tsx'

/** 'Try Again' renders once more, 'Reload Page' starts over (R223). */
export function CrashPage({ onTryAgain }: { onTryAgain: () => void }): ReactNode {
  const { t } = useTranslation()
  const [done] = useState(lastAct)
  return (
    <BrokenPage title={t('crash.title')} text={t('crash.text')} done={done}>
      <Button size="large" onClick={onTryAgain}>
        {t('crash.tryAgain')}
      </Button>
      <Button look="secondary" size="large" onClick={() => location.reload()}>
        {t('crash.reload')}
      </Button>
    </BrokenPage>
  )
}
