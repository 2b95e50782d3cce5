/** What a browser test needs: a page of the running product, and a camera that shows the code one wants. */
import { test as plain, type Page } from '@playwright/test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, fakeCamera } from '../../quality/chromium.ts'
import { writeQrVideo, type Held } from './qr-video.ts'

export { expect } from '@playwright/test'

/** One file for each worker: two browsers that read the same one would see each other's codes. */
const cameraFile = join(tmpdir(), `hatik-camera-${process.pid}.y4m`)

interface Camera {
  /** Holds a QR code of this text before the camera, from the next time that a page opens it. */
  show: (text: string, held?: Held) => void
}

/** Playwright's `test`, in the packaged Chromium with the fake camera. Stub getUserMedia to test a camera that is refused. */
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

/** Resolves once the page has handled what it was answered so far and has drawn it twice: what is not seen then does not come by itself. */
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
