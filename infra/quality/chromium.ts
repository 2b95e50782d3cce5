/**
 * Chromium for the browser tests, unpacked from its npm package into `.cache`. The package's own launcher shares one
 * folder between versions and disables the browser's security.
 */
import { execFile } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { chmod } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../..', import.meta.url))
const packageFolder = join(repository, 'node_modules/@sparticuz/chromium')

export interface Browser {
  executablePath: string
  env: Record<string, string>
  args: string[]
}

/** Unpacks on first use; uses a browser on the PATH if the package does not support this machine. */
export async function chromium(): Promise<Browser> {
  const given = process.env['HATIK_CHROMIUM']
  if (given) return { executablePath: given, env: {}, args: ['--no-sandbox'] }
  if (process.arch !== 'x64') return { executablePath: installedChromium(), env: {}, args: ['--no-sandbox'] }
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(repository, '.cache', `chromium-${version}`)
  if (!existsSync(join(folder, 'chromium'))) await unpack(folder)
  const executablePath = join(folder, 'chromium')
  const lacksLibraries = (await libraries(executablePath)).includes('not found')
  return {
    executablePath,
    env: {
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      ...(lacksLibraries ? { LD_LIBRARY_PATH: join(folder, 'lib') } : {}),
    },
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  }
}

/** Flags that play `videoFile` as the camera, read anew at each getUserMedia. */
export function fakeCamera(videoFile: string): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${videoFile}`,
  ]
}

async function unpack(folder: string): Promise<void> {
  mkdirSync(join(folder, '..'), { recursive: true })
  const partial = mkdtempSync(`${folder}.`)
  try {
    await decompress(join(packageFolder, 'bin/chromium.br'), join(partial, 'chromium'))
    await chmod(join(partial, 'chromium'), 0o755)
    // Libraries, fonts and software rendering.
    for (const archive of ['al2023', 'fonts', 'swiftshader']) {
      const source = [`${archive}.tar.br`, `x64/${archive}.tar.br`]
        .map((name) => join(packageFolder, 'bin', name))
        .find((file) => existsSync(file))
      if (source === undefined) continue
      const tar = join(partial, `${archive}.tar`)
      await decompress(source, tar)
      await run('tar', ['-xf', tar, '-C', partial])
      rmSync(tar)
    }
    writeFileSync(
      join(partial, 'fonts.conf'),
      `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>\n`,
    )
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // A concurrent run was faster.
    if (!existsSync(join(folder, 'chromium'))) throw error
  }
}

async function decompress(source: string, target: string): Promise<void> {
  await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target))
}

async function libraries(executable: string): Promise<string> {
  try {
    return (await run('ldd', [executable])).stdout
  } catch {
    return 'not found'
  }
}

function installedChromium(): string {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
    .find((file) => existsSync(file))
  if (found === undefined)
    throw new Error('No Chromium found: install one (Debian: chromium) or set HATIK_CHROMIUM to its path.')
  return found
}
