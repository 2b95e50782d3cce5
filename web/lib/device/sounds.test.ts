import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/**
 * A browser that unlocks sound only during a touch or key press, as on an iPad; other requests wait for the next one.
 */
class Browser {
  static touched = false
  static notes = 0
  static heard = 0
  static asked: (() => void)[] = []
  state = 'suspended'
  currentTime = 0
  destination = {}

  resume(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.state = 'running'
        resolve()
      }
      if (Browser.touched) wake()
      else Browser.asked.push(wake)
    })
  }
  createOscillator(): object {
    return { frequency: {}, connect: (next: object) => next, start: () => this.begin(), stop: () => undefined }
  }
  private begin(): void {
    Browser.notes += 1
    if (this.state === 'running') Browser.heard += 1
  }
  createGain(): object {
    const nothing = (): void => undefined
    return {
      gain: { setValueAtTime: nothing, linearRampToValueAtTime: nothing, exponentialRampToValueAtTime: nothing },
      connect: (next: object) => next,
    }
  }
}

async function touch(type: string): Promise<void> {
  Browser.touched = true
  window.dispatchEvent(new Event(type))
  Browser.asked.splice(0).forEach((wake) => wake())
  Browser.touched = false
  await Promise.resolve()
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('AudioContext', Browser)
  localStorage.clear()
  Browser.notes = 0
  Browser.heard = 0
  Browser.asked = []
})
afterEach(() => vi.unstubAllGlobals())

async function counter() {
  const sounds = await import('./sounds.ts')
  return { ...sounds, leave: sounds.wakeSoundsByTouch() }
}

it.each(['pointerup', 'click', 'keydown'])('an award sounds after the first %s', async (gesture) => {
  const { playSound, leave } = await counter()
  await touch(gesture)
  playSound('transaction')
  expect(Browser.heard).toBe(2)
  leave()
})

it('sounds that could not play are not played later, all at once', async () => {
  const { playSound, leave } = await counter()
  for (let award = 0; award < 3; award += 1) playSound('transaction')
  await touch('click')
  expect(Browser.notes).toBe(0)
  playSound('transaction')
  expect(Browser.notes).toBe(2)
  leave()
})

it('a tablet that has slept sounds again after a touch, and not before', async () => {
  const contexts: Browser[] = []
  vi.stubGlobal(
    'AudioContext',
    class extends Browser {
      constructor() {
        super()
        contexts.push(this)
      }
    },
  )
  const { playSound, leave } = await counter()
  await touch('pointerup')
  contexts.forEach((context) => (context.state = 'interrupted'))
  playSound('success')
  expect(Browser.notes).toBe(0)
  await touch('pointerup')
  playSound('success')
  expect([Browser.notes, contexts.length]).toEqual([1, 1])
  leave()
})

it('switched-off sounds stay locked, and play with the touch that switches them on', async () => {
  localStorage.setItem('sound-enabled', 'false')
  const { playSound, wakeSounds, leave } = await counter()
  await touch('click')
  playSound('success')
  expect([Browser.notes, Browser.asked.length]).toEqual([0, 0])
  localStorage.setItem('sound-enabled', 'true')
  Browser.touched = true
  await wakeSounds()
  Browser.touched = false
  playSound('success')
  expect(Browser.notes).toBe(1)
  leave()
})
