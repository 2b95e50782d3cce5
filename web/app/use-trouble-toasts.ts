import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api-error.ts'
import { toast } from '#web/components/toast.tsx'

/** Errors that nobody caught are said, not swallowed (R221, R222). */
export function useTroubleToasts(): void {
  const { t } = useTranslation()
  useEffect(() => {
    const onError = (event: ErrorEvent): void => {
      // The browser's own note that an observer was late is not an error of ours.
      if (event.message.startsWith('ResizeObserver loop')) return
      toast.error(t('trouble.errorTitle'), { description: t('trouble.errorText') })
    }
    const onRejection = ({ reason }: PromiseRejectionEvent): void => {
      // An answer came: the connection is there, and the fault is ours.
      const isAnswered = reason instanceof ApiError && reason.status !== 0
      const what = isAnswered ? 'error' : 'connection'
      toast.error(t(`trouble.${what}Title`), { description: t(`trouble.${what}Text`) })
    }
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [t])
}
