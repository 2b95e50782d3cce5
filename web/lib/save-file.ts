/** Files that are read here and then handed to the browser, so that a refusal can be told in words: a link with `download` cannot. */
import { ApiError } from './api-error.ts'
import { api } from './api.ts'

/** A statement of 20,000 lines over a slow phone. */
const DOWNLOAD_MS = 5 * 60_000

/** Reads a file and saves it under the name that the server gives it. Rejects with ApiError. */
export async function download(path: string): Promise<void> {
  const response = await api.stream(path, AbortSignal.timeout(DOWNLOAD_MS))
  const file = await response.blob().catch((cause: unknown) => {
    throw new ApiError(0, 'network', String(cause))
  })
  saveFile(file, fileNameOf(response) ?? 'hatik')
}

/** The name that the server gives a file; undefined for none. */
export const fileNameOf = (response: Response): string | undefined => /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]

/** Hands a file to the browser, as if its link had been pressed. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads it in its own time.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
