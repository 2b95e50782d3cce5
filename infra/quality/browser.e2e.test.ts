import { violationsOf } from '../testing/browser/barriers.ts'
import { expect, test } from '../testing/browser/e2e.ts'

test('a visitor gets the web app, in Armenian', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', /^hy/)
  await expect(page.locator('#root, main').first()).not.toBeEmpty()
})

test('a code shown to the camera reaches the page', async ({ page, camera }) => {
  camera.show('HATIK-1')
  await page.goto('/')
  const shades = await page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true })
    const video = document.createElement('video')
    video.srcObject = stream
    await video.play()
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const context = canvas.getContext('2d')
    context?.drawImage(video, 0, 0)
    const pixels = context?.getImageData(0, 0, 640, 480).data ?? []
    let [dark, light] = [0, 0]
    for (let i = 0; i < pixels.length; i += 4) {
      if ((pixels[i] ?? 128) < 60) dark += 1
      if ((pixels[i] ?? 128) > 220) light += 1
    }
    return { dark, light }
  })
  expect(shades.dark).toBeGreaterThan(10_000)
  expect(shades.light).toBeGreaterThan(10_000)
})

test('accessibility violations are found', async ({ page }) => {
  await page.goto('/about')
  await expect(page.locator('h1')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.evaluate(() => {
    const pale = document.createElement('p')
    pale.textContent = 'pale'
    Object.assign(pale.style, { color: '#ddd', background: '#fff' })
    document
      .querySelector('main')
      ?.append(
        document.createElement('button'),
        Object.assign(document.createElement('img'), { src: '/seed.svg' }),
        pale,
      )
  })
  const found = (await violationsOf(page)).map(({ id, nodes }) => [id, nodes.length] as const)
  expect(Object.fromEntries(found)).toEqual({ 'button-name': 1, 'color-contrast': 1, 'image-alt': 1 })
})
