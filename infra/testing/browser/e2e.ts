/** Playwright's `test` with the running product and a fake camera. */
import { test as plain, type Page } from '@playwright/test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, fakeCamera } from '../../quality/chromium.ts'
import { writeQrVideo, type Held } from './qr-video.ts'

export { expect } from '@playwright/test'

/** One per worker, so that browsers do not see each other's codes. */
const cameraFile = join(tmpdir(), `hatik-camera-${process.pid}.y4m`)

interface Camera {
  /** Shows a QR code to the camera from the next time a page opens it. */
  show: (text: string, held?: Held) => void
}

/** Uses the packaged Chromium. Stub getUserMedia to test a refused camera. */
export const test = plain.extend<{ camera: Camera }>({
  launchOptions: [
    async ({}, use) => {
      writeQrVideo(cameraFile, 'hatik')
      const { executablePath, env, args } = await chromium()
      await use({ executablePath, args: [...args, ...fakeCamera(cameraFile)], env: { ...definedEnv(), ...env } })
      rmSync(cameraFile, { force: true })
    },
    { scope: 'worker' },
  ],
  camera: async ({}, use) => {
    await use({ show: (text, held) => writeQrVideo(cameraFile, text, held) })
  },
})

/** Resolves after two frames, when the page has rendered all responses so far. */
export const afterRender = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
      ),
  )

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
