import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api/api-error.ts'
import { fetchPart } from '#web/lib/api/fetch-code.ts'
import { toast } from '#web/components/feedback/toast.tsx'

export interface LazyDialog<Props> {
  /** Undefined until first shown. */
  Dialog: ComponentType<Props> | undefined
  open: boolean
  show: () => void
  hide: () => void
}

/**
 * Loads the dialog's code when first shown. A failure shows a message, and showing again retries. `quietly`: no
 * message, for a dialog that only repeats the page.
 */
export function useLazyDialog<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  how?: 'quietly',
): LazyDialog<Props> {
  const { t } = useTranslation()
  const [Dialog, setDialog] = useState<ComponentType<Props>>()
  const [open, setOpen] = useState(false)

  async function show(): Promise<void> {
    try {
      const fetched = await fetchPart(load)
      setDialog(() => fetched.default)
      setOpen(true)
    } catch (error) {
      if (how === 'quietly') return
      const isAnswered = error instanceof ApiError && error.status !== 0
      if (isAnswered) toast.error(t('errors.internal'))
      else toast.error(t('trouble.connectionTitle'), { description: t('trouble.connectionText') })
    }
  }

  return { Dialog, open, show: () => void show(), hide: () => setOpen(false) }
}
