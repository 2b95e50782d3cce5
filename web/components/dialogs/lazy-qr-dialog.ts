import { useLazyDialog, type LazyDialog } from './lazy-dialog.ts'
import type { QrDialogProps } from './qr-dialog.tsx'

/** The dialog with a code to hold up to a counter, fetched when it is first shown. */
export const useQrDialog = (how?: 'quietly'): LazyDialog<QrDialogProps> =>
  useLazyDialog(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }), how)
