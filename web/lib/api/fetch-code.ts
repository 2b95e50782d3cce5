/**
 * Loads code on demand. A file may be missing: the network is gone, or a deployment since the page opened has removed
 * it.
 */
import { ApiError } from './api-error.ts'

/** A page loaded less than this long ago is current, so it is not reloaded. */
const RELOADED_MS = 10_000
const RETRY_MS = 5_000

/**
 * As `load`, for actions already begun, so that no input is lost. Rejects with ApiError if the file is missing:
 * 'network', or 'internal' if the server responds without it.
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError(0, 'network', String(cause))
  }
}

/**
 * As `fetchCode`, for code that starts a screen: reloads the page if the server has a new version, and then never
 * settles.
 */
export async function fetchPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await fetchCode(load)
  } catch (error) {
    if (!(await isReplaced())) throw error
    location.reload()
    return new Promise(() => undefined)
  }
}

/** Retries until the file arrives; for code that nobody waits for. */
export function fetchPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(() => fetchPatiently(load)))
}

async function isReplaced(): Promise<boolean> {
  const own = document.querySelector('script[type=module]')?.getAttribute('src')
  if (!own || performance.now() < RELOADED_MS) return false
  try {
    const page = await fetch('/index.html', { cache: 'no-store' })
    return page.ok && !(await page.text()).includes(own)
  } catch {
    return false
  }
}
