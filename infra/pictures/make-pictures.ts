/**
 * Screenshots (R36) for home page and README. With the demo running: `node infra/pictures/make-pictures.ts
 * http://localhost:3000`.
 */
import { chromium as playwright, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { DEMO_PASSWORD, PEOPLE } from '../local/demo/people.ts'
import { chromium } from '../quality/chromium.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const address = process.argv[2] ?? 'http://localhost:3000'
const SCREENS = {
  desk: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, suffix: '' },
  phone: { viewport: { width: 390, height: 640 }, deviceScaleFactor: 2, suffix: '-phone' },
} as const
/** Sharp text in well under 100 kB. */
const QUALITY = 72

type Picture = { name: string; take: (people: Record<'buyer' | 'business', Page>) => Promise<Page> }

const pictures: readonly Picture[] = [
  {
    name: 'buyer',
    async take({ buyer }) {
      await buyer.goto('/dashboard')
      await buyer.getByTestId('total-points').waitFor()
      return buyer
    },
  },
  {
    name: 'counter',
    async take({ business }) {
      await business.addInitScript(() => localStorage.setItem('hatik.counter-camera-off', 'true'))
      await business.goto('/counter')
      await business.locator('.animate-breathe').first().waitFor({ state: 'detached' })
      await business.keyboard.type(PEOPLE.ani.buyerCode)
      await business.keyboard.press('Enter')
      await business.getByTestId('buyer-tile').waitFor()
      // A key within 50 ms of a scan belongs to the scan.
      await business.keyboard.type('6250', { delay: 100 })
      return business
    },
  },
  {
    name: 'statement',
    async take({ buyer }) {
      await buyer.goto('/dashboard')
      await buyer.locator('a[href^="/statement/"]').first().click()
      const movements = buyer.getByTestId('movements')
      await movements.locator('summary').nth(1).click()
      await buyer.mouse.move(0, 0)
      return buyer
    },
  },
  {
    name: 'page',
    async take({ buyer }) {
      await buyer.goto('/business/kofe-tun')
      await buyer.locator('address').waitFor()
      return buyer
    },
  },
]

async function signedIn(context: BrowserContext, email: string, language: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`/dashboard?lang=${language}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('h1').waitFor()
  return page
}

/** One context per person, because a browser holds one session. */
async function takeAll(look: BrowserContextOptions, language: string, suffix: string): Promise<void> {
  const open = () => browser.newContext({ ...look, reducedMotion: 'reduce' })
  const people = {
    buyer: await signedIn(await open(), PEOPLE.ani.email, language),
    business: await signedIn(await open(), PEOPLE.cafe.email, language),
  }
  for (const { name, take } of pictures) {
    const page = await take(people)
    await page.waitForFunction(
      () => !document.querySelector('.animate-breathe') && [...document.images].every(({ complete }) => complete),
    )
    await page.evaluate(() => document.fonts.ready.then(() => window.scrollTo(0, 0)))
    const png = await page.screenshot()
    const picture = `${name}-${language}-${look.colorScheme}${suffix}`
    await save(
      `web/public/pictures/${picture}.webp`,
      await sharp(png).webp({ quality: QUALITY, smartSubsample: true }).toBuffer(),
    )
    if (picture === 'counter-am-light')
      await save('infra/pictures/counter-am.png', await sharp(png).png({ palette: true, effort: 10 }).toBuffer())
  }
  for (const person of Object.values(people)) await person.context().close()
}

async function save(path: string, picture: Buffer): Promise<void> {
  const file = join(repository, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
  console.log(`${path}: ${Math.round(picture.length / 1000)} kB`)
}

const { executablePath, env, args } = await chromium()
const browser = await playwright.launch({
  executablePath,
  args,
  env: { ...process.env, ...env } as Record<string, string>,
})
try {
  for (const { viewport, deviceScaleFactor, suffix } of Object.values(SCREENS))
    for (const colorScheme of ['light', 'dark'] as const)
      for (const language of ['am', 'en'])
        await takeAll({ baseURL: address, viewport, deviceScaleFactor, colorScheme }, language, suffix)
} finally {
  await browser.close()
}
