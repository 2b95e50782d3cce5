import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/components/feedback/toast.tsx'

/** Reports uncaught errors (R221, R222). */
export function useTroubleToasts(): void {
  const { t } = useTranslation()
  useEffect(() => {
    const onError = (event: ErrorEvent): void => {
      // A browser warning about a late observer, not an error.
      if (event.message.startsWith('ResizeObserver loop')) return
      toast.error(t('trouble.errorTitle'), { description: t('trouble.errorText') })
    }
    const onRejection = (): void =>
      toast.error(t('trouble.connectionTitle'), { description: t('trouble.connectionText') })
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [t])
}
