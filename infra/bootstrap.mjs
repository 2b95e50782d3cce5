/**
 * Makes a bare clone runnable: installs the locked packages when they are not the installed ones, and sees to a Node that
 * runs TypeScript. Has no dependencies and runs on Node 20, because it comes before everything else.
 *
 * It is called from inside the scripts, not as a pre-hook: `ignore-scripts=true` would skip a hook and not the script.
 * After it `node` means node_modules/.bin/node, the Node that the lock file names, since npm puts that folder first on PATH.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
const lockWaitMs = 15 * 60_000

/** What the stamp must say: the lock file, and the platform whose packages it chose. */
export function wantedStamp(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return hash.update(`${process.platform} ${process.arch}`).digest('hex')
}

/** True when what is installed holds every package of the lock file that this machine needs. */
export function holdsLockedPackages(root) {
  return missingPackages(root)?.length === 0
}

/**
 * The packages of the lock file that this machine needs and that are not installed in that version; undefined where nothing says
 * what is installed. npm calls an install good although an optional package could not be fetched. Those that name a platform are
 * needed on that platform all the same: Node, PostgreSQL and the native halves of the build come that way. Optional ones that
 * name none may be left out.
 */
export function missingPackages(root) {
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages
  const locked = readJson(join(root, 'package-lock.json'))?.packages
  if (!installed || !locked) return undefined
  const mayBeAbsent = (entry) => entry.optional === true && !(namesPlatform(entry) && isForThisMachine(entry))
  return Object.entries(locked)
    .filter(
      ([path, entry]) =>
        path !== '' &&
        installed[path]?.version !== entry.version &&
        !(installed[path] === undefined && mayBeAbsent(entry)),
    )
    .map(([path, entry]) => `${path.replace(/^.*node_modules\//, '')} ${entry.version}`)
}

const namesPlatform = ({ os, cpu, libc }) => [os, cpu, libc].some((list) => list !== undefined)

function isForThisMachine({ os, cpu, libc }) {
  return allows(os, process.platform) && allows(cpu, process.arch) && (libc === undefined || allows(libc, thisLibc()))
}

/** As npm reads such a list: a single word may stand for it, and a word with a ! before it rules out. */
function allows(list, mine) {
  const words = list === undefined ? [] : [list].flat()
  if (words.includes(`!${mine}`)) return false
  return words.every((word) => word.startsWith('!')) || words.includes(mine) || words.includes('any')
}

let libcFound
/** The C library of this machine; the report is without the network, whose names would be looked up. */
function thisLibc() {
  if (libcFound === undefined) {
    process.report.excludeNetwork = true
    libcFound =
      process.platform !== 'linux' ? 'none' : process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  }
  return libcFound
}

/**
 * The version of Node can run our TypeScript as it stands, and tells such a file whether it is the one that was started (`import.meta.main`):
 * without that `npm run check` would check nothing and call it good. 23, 24.0 to 24.2 do not.
 */
export function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 3) || (major === 22 && minor >= 18)
}

/** The processes of Hatik that run from this folder: an install would pull the packages from under them. */
export function runningInstances(root) {
  const folder = join(root, '.cache/running')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((pid) => {
    const started = /^(\d+|gone) /.exec(readText(join(folder, pid)) ?? '')?.[1]
    if (started === undefined ? isAlive(Number(pid)) && isSupervisor(pid) : isSameProcess(Number(pid), started))
      return true
    rmSync(join(folder, pid), { force: true })
    return false
  })
}

async function main(root) {
  const stampFile = join(root, 'node_modules/.install-stamp')
  const isInstalled = () => readText(stampFile) === wantedStamp(root)
  if (!isInstalled()) {
    await withLock(join(root, '.cache/install.lock'), async () => {
      if (isInstalled()) return
      if (!holdsLockedPackages(root)) await install(root)
      const missing = missingPackages(root)
      if (missing?.length === 0) writeFileSync(stampFile, wantedStamp(root))
      // What can do without them goes on; there is no stamp, so the next start tries to get them again.
      else
        console.error(
          `\nnpm could not install ${missing?.join(', ') ?? 'the packages'}; the next start will try again.\n`,
        )
    })
  }
  checkNode(root)
}

async function install(root) {
  const running = runningInstances(root)
  if (running.length > 0) {
    throw new Error(
      `Packages must be installed, but Hatik is running from this folder (process ${running.join(', ')}). Stop it and try again.`,
    )
  }
  console.log('Installing packages (once, about a minute) …')
  const first = await npm(root, ['ci', ...flags])
  if (first.code === 0) return
  // Some registries do not serve every platform's optional packages; npm then calls the lock file incomplete. A plain install
  // takes the same versions from the lock and leaves out what it cannot get.
  const again = /EUSAGE|Missing:.*from lock file/.test(first.errors)
    ? await npm(root, ['install', '--no-save', ...flags])
    : first
  if (again.code === 0) return
  throw new Error(`npm could not install the packages (code ${again.code}):\n${again.errors}`)
}

function npm(root, args) {
  // The npm that started us, also where no npm is on the PATH.
  const viaNode = process.env.npm_execpath?.endsWith('.js') === true
  const command = viaNode ? process.execPath : 'npm'
  const env = { ...process.env }
  for (const name of ['NODE_ENV', 'npm_config_production', 'npm_config_omit', 'npm_config_only']) delete env[name]
  return new Promise((resolve, reject) => {
    const child = spawn(command, viaNode ? [process.env.npm_execpath, ...args] : args, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (bytes) => {
      errors += bytes
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, errors }))
  })
}

/** One install at a time: `npm start` and `npm test` on the same fresh clone wait for each other. */
async function withLock(lock, work) {
  mkdirSync(join(lock, '..'), { recursive: true })
  const waitingSince = Date.now()
  for (let said = false; ;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true })
    else if (Date.now() - waitingSince > lockWaitMs)
      throw new Error(`Another installation holds ${lock}. If none is running, remove that folder.`)
    else {
      if (!said) console.log('Waiting for another installation to finish …')
      said = true
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  const interrupted = () => {
    release()
    process.exit(130)
  }
  try {
    writeFileSync(join(lock, 'pid'), `${process.pid} ${startedAt(process.pid)}`)
    process.once('SIGINT', interrupted)
    process.once('SIGTERM', interrupted)
    await work()
  } finally {
    process.removeListener('SIGINT', interrupted)
    process.removeListener('SIGTERM', interrupted)
    release()
  }
}

function isAbandoned(lock) {
  const [pid, started] = (readText(join(lock, 'pid')) ?? '').split(' ')
  // A lock from before the start time was written down is judged by the number alone, but never taken for our own.
  if (Number(pid) > 0)
    return (
      Number(pid) === process.pid ||
      !(started === undefined ? isAlive(Number(pid)) : isSameProcess(Number(pid), started))
    )
  // Between making the folder and writing the pid.
  const madeAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  return madeAt !== undefined && Date.now() - madeAt > 10_000
}

function checkNode(root) {
  const own = join(root, 'node_modules/.bin/node')
  const answer = existsSync(own) ? spawnSync(own, ['--version'], { encoding: 'utf8' }).stdout?.trim() : undefined
  if (runsTypeScript(answer ?? process.version)) return
  const packaged =
    readJson(join(root, 'package-lock.json'))?.packages?.[`node_modules/node-${process.platform}-${process.arch}`] !==
    undefined
  const why = packaged
    ? 'the packaged one is not installed'
    : `there is no packaged Node for ${process.platform}-${process.arch}`
  throw new Error(`Hatik needs Node 24.3 or newer, or Node 22 from 22.18 (found ${process.version}): ${why}.`)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * When this process started, in ticks since boot, 'gone' where nothing tells: a number left behind by a crash may belong to
 * something else by now, and in a container it nearly always does.
 */
export function startedAt(pid) {
  const stat = readText(`/proc/${pid}/stat`) ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'gone'
}

const isSameProcess = (pid, started) => isAlive(pid) && startedAt(pid) === started

/** For a sign that does not say when its process started. The shell that will start Hatik, and waits for us, has it in its line too. */
function isSupervisor(pid) {
  const commandLine = readText(`/proc/${pid}/cmdline`)
  return commandLine === undefined || commandLine.split('\0').some((argument) => /^\S*start\.ts$/.test(argument))
}

/** Undefined where there is no such file, or none any more. */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Undefined also where a loss of power left half a file. */
function readJson(file) {
  try {
    return JSON.parse(readText(file) ?? '')
  } catch {
    return undefined
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    await main(fileURLToPath(new URL('..', import.meta.url)))
  } catch (error) {
    console.error(`\n${error.message}\n`)
    process.exitCode = 1
  }
}
