/** Page speed and layout stability of the demo, as served by `npm start`. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from '@playwright/test'
import { freePort } from '../../local/ports.ts'
import { startProduct } from '../../local/product.ts'
import { readSettings } from '../../local/settings.ts'
import { DEMO_PASSWORD, PEOPLE } from '../../local/demo/people.ts'
import { openBrowser } from '../measure/browser.ts'
import { spreadOf, type Spread } from '../measure/ratios.ts'
import { DEVICES, openPage, type Device, type Vitals } from '../measure/vitals.ts'

const PAGES: readonly { name: string; path: string; as?: keyof typeof PEOPLE }[] = [
  { name: 'home', path: '/' },
  { name: 'directory', path: '/businesses' },
  { name: 'business page', path: '/business/kofe-tun' },
  { name: 'pricing', path: '/pricing' },
  { name: 'sign-in', path: '/auth' },
  { name: 'buyer dashboard', path: '/dashboard', as: 'ani' },
  { name: 'business dashboard', path: '/dashboard', as: 'cafe' },
]
const ROUNDS = 5

export type PageRun = { page: string; device: Device } & Record<keyof Vitals, Spread>

export async function pagesSuite(folder: string, say: (line: string) => void): Promise<PageRun[]> {
  const dataDir = join(folder, `pages-${process.pid}`)
  mkdirSync(dataDir, { recursive: true })
  const settings = readSettings({ HATIK_DATA_DIR: dataDir, PORT: String(await freePort()) })
  const product = await startProduct(settings, { say: () => {}, cancelled: () => false })
  const browser = await openBrowser()
  try {
    const runs: PageRun[] = []
    const sessions = new Map<string | undefined, Session>()
    for (const as of ['ani', 'cafe'] as const) sessions.set(as, await signIn(browser, product.url, PEOPLE[as].email))
    for (const device of Object.keys(DEVICES) as Device[]) {
      for (const { name, path, as } of PAGES) {
        const seen: Vitals[] = []
        for (let round = 0; round < ROUNDS; round += 1) {
          const session = sessions.get(as)
          const context = await browser.newContext({
            baseURL: product.url,
            locale: 'hy-AM',
            ...(session && { storageState: session }),
          })
          seen.push(await openPage(context, path, device))
          await context.close()
        }
        const spread = (field: keyof Vitals): Spread => spreadOf(seen.map((vitals) => vitals[field]))
        const run = {
          page: name,
          device,
          lcpMs: spread('lcpMs'),
          fcpMs: spread('fcpMs'),
          cls: spread('cls'),
          scriptKb: spread('scriptKb'),
        }
        say(
          `  ${device}, ${name}: largest paint ${Math.round(run.lcpMs.median)} ms, shift ${run.cls.median.toFixed(3)}`,
        )
        runs.push(run)
      }
    }
    return runs
  } finally {
    await browser.close()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Sign in once, because of the limit per address. */
async function signIn(browser: Browser, baseURL: string, email: string): Promise<Session> {
  const context = await browser.newContext({ baseURL })
  const answer = await context.request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } })
  if (!answer.ok()) throw new Error(`Sign-in of ${email}: ${answer.status()}`)
  const session = await context.storageState()
  await context.close()
  return session
}
