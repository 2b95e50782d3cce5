import { useEffect } from 'react'
import { toast } from '#web/components/feedback/toast.tsx'

/** A dialog that opens takes away what was said before: on a phone it would lie over the dialog, which mostly answers it. */
export function useDialogAlone(open: boolean): void {
  useEffect(() => {
    if (open) toast.giveWay()
  }, [open])
}
