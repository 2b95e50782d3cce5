import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_INPUT_MAX } from '#contracts/units/codes.ts'
import { latinSign, typeLatin } from '#web/lib/device/latin-keys.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog } from './dialog.tsx'
import { Viewfinder } from './viewfinder.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'

export interface QrScannerProps {
  open: boolean
  onClose: () => void
  title: string
  /** The dialog closes at the same time (R85). */
  onScan: (text: string) => void
  onCloseFocus?: (event: Event) => void
}

/** The only scanner, for buyer codes and redemption codes (R83-R87). */
export function QrScanner({ open, onClose, title, onScan, onCloseFocus }: QrScannerProps): ReactNode {
  const done = (text: string): void => {
    onClose()
    onScan(text)
  }
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(onCloseFocus && { onCloseFocus })}>
      <Viewfinder onClose={onClose} onScan={done} />
      <TypedCode onCode={done} />
    </Dialog>
  )
}

/** For a code that the camera cannot read. */
function TypedCode({ onCode }: { onCode: (text: string) => void }): ReactNode {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)

  // Moves typed keys, also a hand scanner's, into the field: otherwise their Enter would press the focused button and
  // close the dialog.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const sign = latinSign(event) ?? event.key
      if (
        !input.current ||
        event.target instanceof HTMLInputElement ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        !/^[0-9A-Za-z]$/.test(sign)
      )
        return
      event.preventDefault()
      input.current.value += sign
      input.current.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    // In React's tree the dialog is inside the page's form.
    event.stopPropagation()
    const text = input.current?.value.trim() ?? ''
    if (text === '') input.current?.focus()
    else onCode(text)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4 border-t border-line pt-4">
      <Field label={t('scanner.type')}>
        {(ids) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...ids}
              ref={input}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              maxLength={CODE_INPUT_MAX}
              className="flex-1 basis-36 uppercase"
              onKeyDown={typeLatin}
            />
            <Button type="submit" look="secondary" className="grow sm:grow-0">
              {t('scanner.use')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
