import { useEffect } from 'react'
import { toast } from '#web/components/feedback/toast.tsx'

/** An opening dialog dismisses earlier toasts, which would cover it on a phone. */
export function useDialogAlone(open: boolean): void {
  useEffect(() => {
    if (open) toast.giveWay()
  }, [open])
}
