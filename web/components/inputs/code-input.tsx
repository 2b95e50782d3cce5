import { ScanQrCode } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { typeLatin } from '#web/lib/device/latin-keys.ts'
import { Button } from './button.tsx'
import { Input, type InputProps } from './input.tsx'
import { QrScanner } from '#web/components/dialogs/qr-scanner.tsx'

export interface CodeInputProps extends Omit<InputProps, 'size'> {
  scanLabel: string
  scannerTitle: string
  onScan: (text: string) => void
  /** Moves the focus when the scanner closes. */
  afterScan: () => void
  children?: ReactNode
}

/**
 * A code by keyboard, hand scanner or camera. `disabled` ignores input but keeps the focus: a browser would drop it
 * for good, and later typing would go nowhere.
 */
export function CodeInput({
  scanLabel,
  scannerTitle,
  onScan,
  afterScan,
  children,
  onKeyDown,
  disabled,
  ...input
}: CodeInputProps): ReactNode {
  const [scanning, setScanning] = useState(false)
  return (
    <div className="flex flex-wrap items-stretch gap-2 sm:flex-nowrap">
      <Input
        size="large"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        className="flex-1 basis-36 uppercase placeholder:normal-case max-[24.3rem]:placeholder:text-small"
        {...input}
        readOnly={disabled}
        aria-disabled={disabled || undefined}
        onKeyDown={(event) => {
          if (!disabled) typeLatin(event)
          onKeyDown?.(event)
        }}
      />
      <Button
        look="secondary"
        aria-label={scanLabel}
        title={scanLabel}
        className="min-h-14 shrink-0 px-4"
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : () => setScanning(true)}
      >
        <ScanQrCode aria-hidden className="size-6" />
      </Button>
      {children}
      <QrScanner
        open={scanning}
        onClose={() => setScanning(false)}
        title={scannerTitle}
        onScan={onScan}
        onCloseFocus={(event) => {
          event.preventDefault()
          afterScan()
        }}
      />
    </div>
  )
}
