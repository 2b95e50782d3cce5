/** Files that are read here and then handed to the browser, so that a refusal can be told in words: a link with `download` cannot. */
import { ApiError } from './api-error.ts'
import { api } from './api.ts'

/** A statement of 20,000 lines over a slow phone. */
const DOWNLOAD_MS = 5 * 60_000

/** Reads a file and saves it under the name that the server gives it. Rejects with ApiError. */
export async function download(path: string): Promise<void> {
  const response = await api.stream(path, AbortSignal.timeout(DOWNLOAD_MS))
  const name = fileNameOf(response)
  const file = await response.blob().catch((cause: unknown) => {
    throw new ApiError(0, 'network', String(cause))
  })
  saveFile(file, name)
}

/** The name that the server gives a file. Throws ApiError where it gives none: that is somebody else's page, such as a hotel's sign-in, and no file. */
export function fileNameOf({ headers, status, body }: Response): string {
  const disposition = headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1]
  if (name !== undefined) return name
  void body?.cancel().catch(() => undefined)
  throw new ApiError(status, 'unreadable', `${status}: not a file`)
}

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
