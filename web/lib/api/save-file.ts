/** Downloads through a read, so that a refusal can be explained; a link with `download` cannot. */
import { ApiError } from './api-error.ts'
import { api } from './api.ts'

/** Enough for a statement of 20,000 lines over a slow phone. */
const DOWNLOAD_MS = 5 * 60_000

/** Rejects with ApiError. */
export async function download(path: string): Promise<void> {
  const response = await api.stream(path, AbortSignal.timeout(DOWNLOAD_MS))
  const name = fileNameOf(response)
  const file = await response.blob().catch((cause: unknown) => {
    throw new ApiError(0, 'network', String(cause))
  })
  saveFile(file, name)
}

/** Throws ApiError without a file name: the response is then another page, such as a captive portal's. */
export function fileNameOf({ headers, status, body }: Response): string {
  const disposition = headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1]
  if (name !== undefined) return name
  void body?.cancel().catch(() => undefined)
  throw new ApiError(status, 'unreadable', `${status}: not a file`)
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the file after the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
