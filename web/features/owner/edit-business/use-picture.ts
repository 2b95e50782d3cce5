import { useState } from 'react'
import { useAction } from '#web/lib/forms/use-action.ts'
import type { PictureChange, PictureFieldProps } from './picture-field.tsx'

type Shared = Pick<PictureFieldProps, 'change' | 'onChange' | 'progress' | 'onProgress'>

export interface Picture {
  /** Props of its field. */
  field: Shared
  isChanged: boolean
  isPreparing: boolean
  /** Uploads a chosen picture. Address to save: undefined keeps the stored one, null removes it. */
  address: () => Promise<string | null | undefined>
}

/** A picture of a form, uploaded when the form is saved. A retry after a lost reply keeps its key. */
export function usePicture(send: (file: File, key: string) => Promise<string>): Picture {
  const [change, onChange] = useState<PictureChange>('keep')
  const [progress, onProgress] = useState<number>()
  const upload = useAction(send)
  return {
    field: { change, onChange, progress, onProgress },
    isChanged: change !== 'keep',
    isPreparing: progress !== undefined,
    async address() {
      if (change === 'keep') return undefined
      return change === 'remove' ? null : upload.run(change)
    },
  }
}
