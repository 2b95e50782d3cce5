/**
 * Code that is fetched when it is needed. Its file may not come: the network is gone, or the server has had a new version since this page was
 * opened and the file with it is gone. What stands on the page outlives that.
 */
import { ApiError } from './api-error.ts'

/** What has been loaded only now would come no newer. */
const RELOADED_MS = 10_000
const RETRY_MS = 5_000

/** As `load`. Rejects with ApiError where the file does not come: 'network', or 'internal' where the server answers without it. For what people have begun: nothing that they typed is lost. */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    // An answer that is no file is a fault of the server, and not of the network.
    throw cause instanceof ApiError ? cause : new ApiError(0, 'network', String(cause))
  }
}

/** As `fetchCode`, for what something begins with: where the server has another version by now, the page is loaded anew, and this does not settle. */
export async function fetchPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await fetchCode(load)
  } catch (error) {
    if (!(await isReplaced())) throw error
    location.reload()
    return new Promise(() => undefined)
  }
}

/** As `load`, again and again until the file comes. For what nobody waits for. */
export function fetchPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(() => fetchPatiently(load)))
}

/** Whether the server's page names another first script than this one. */
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
