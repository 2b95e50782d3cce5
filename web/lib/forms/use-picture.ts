import { useRef, useState } from 'react'
import { useAction } from './use-action.ts'

export type PictureChange = 'keep' | 'remove' | File

export interface PictureInput {
  change: PictureChange
  onChange: (change: PictureChange) => void
  /** Compression progress from 0 to 1; undefined if none runs. Saving meanwhile would omit the picture. */
  progress: number | undefined
  onProgress: (share: number | undefined) => void
}

export interface Picture {
  /** Props of its field. */
  field: PictureInput
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
  // Uploaded once: with another address, saving again would be another action, with a key of its own.
  const uploaded = useRef<{ file: File; address: string }>(undefined)
  return {
    field: { change, onChange, progress, onProgress },
    isChanged: change !== 'keep',
    isPreparing: progress !== undefined,
    async address() {
      if (change === 'keep') return undefined
      if (change === 'remove') return null
      if (uploaded.current?.file !== change) uploaded.current = { file: change, address: await upload.run(change) }
      return uploaded.current.address
    },
  }
}
