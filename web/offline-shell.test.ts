// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { build, type Rolldown } from 'vite'
import { offlineShell } from './offline-shell.ts'

const root = mkdtempSync(join(tmpdir(), 'hatik-shell-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** The service worker's file list and version, for the small app in `root`. */
async function shell(): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [offlineShell()],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: join(root, 'index.html'), 'service-worker': join(root, 'lib/api/service-worker.ts') },
        output: {
          entryFileNames: ({ name }) => (name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash:7].js'),
        },
      },
    },
  })) as Rolldown.RolldownOutput
  const worker = built.output.find(({ fileName }) => fileName === 'service-worker.js')
  return worker?.type === 'chunk' ? worker.code : ''
}

it('a changed file with the same name makes a new version, so that browsers with the old one get it', async () => {
  write(
    'index.html',
    '<!doctype html><script src="/boot.js"></script><script type="module" src="/app/main.ts"></script>',
  )
  write('app/main.ts', "void import('./routes/dashboard.tsx')\nvoid import('./routes/verify.tsx')")
  for (const page of ['dashboard', 'verify']) write(`app/routes/${page}.tsx`, `export default '${page}'`)
  write('lib/api/service-worker.ts', 'console.log(SHELL_VERSION, SHELL_FILES)')
  write('public/boot.js', 'start()')
  write('public/seed.svg', '<svg/>')
  const versions = [await shell()]
  expect(versions[0]).toContain('/boot.js')
  expect(versions[0]).not.toContain('SHELL_')
  expect(await shell()).toBe(versions[0])
  for (const [file, text] of [
    ['public/boot.js', 'startAnew()'],
    ['public/seed.svg', '<svg id="new"/>'],
    ['index.html', '<!doctype html><title>New</title><script type="module" src="/app/main.ts"></script>'],
  ] as const) {
    write(file, text)
    versions.push(await shell())
  }
  expect(new Set(versions).size).toBe(4)
})
