import { LoaderCircle } from 'lucide-react'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { download } from '#web/lib/api/save-file.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'

export interface DownloadLinkProps {
  href: string
  icon?: ReactElement
  className: string
  /** Message for a file that would be too large (413). */
  tooLarge?: string
  onSaved?: () => void
  children: ReactNode
}

/** Pressing reports progress and errors; the link remains an address to copy. */
export function DownloadLink({ href, icon, className, tooLarge, onSaved, children }: DownloadLinkProps): ReactNode {
  const { forError } = useErrorWords()
  const { busy, during } = useBusy()

  async function save(): Promise<void> {
    try {
      await download(href)
      onSaved?.()
    } catch (error) {
      const isTooLarge = error instanceof ApiError && error.status === 413
      toast.error(isTooLarge && tooLarge !== undefined ? tooLarge : forError(error), { durationMs: LONG_TOAST_MS })
    }
  }

  function press(event: MouseEvent): void {
    event.preventDefault()
    void during(save)
  }

  return (
    <a
      href={href}
      download
      className={classNames(className, 'print:hidden', busy && 'opacity-55')}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : icon}
      <span className="contents">{children}</span>
    </a>
  )
}
