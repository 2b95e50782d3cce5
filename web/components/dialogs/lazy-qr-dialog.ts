import { useLazyDialog, type LazyDialog } from './lazy-dialog.ts'
import type { QrDialogProps } from './qr-dialog.tsx'

export const useQrDialog = (how?: 'quietly'): LazyDialog<QrDialogProps> =>
  useLazyDialog(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }), how)
