/**
 * CPU time of processes and of the whole machine, from /proc. Of processes it is counted in nanoseconds, by the scheduler: what wakes for
 * less than a tick of 10 ms at a time, as everything here does, is caught by chance where ticks are counted.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** Ticks a second in /proc (USER_HZ): 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100
const MICROS_PER_TICK = 1_000_000 / TICKS_PER_SECOND

type Stat = { parent: number; reapedTicks: number }

/** Undefined where the process is gone. The command's name may hold spaces and parentheses, so fields count from its last one. */
export function parseStat(text: string): Stat {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [reapedUser = 0, reapedSystem = 0] = fields.slice(13, 15)
  return { parent, reapedTicks: reapedUser + reapedSystem }
}

function statOf(pid: number): Stat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return undefined
  }
}

/** Microseconds that the threads of a process have run. 0 where it is gone. */
function ranMicros(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) => sum + threadMicros(`/proc/${pid}/task/${thread}/schedstat`),
      0,
    )
  } catch {
    return 0
  }
}

function threadMicros(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) / 1000
  } catch {
    // A thread that ended meanwhile.
    return 0
  }
}

/** A process as the report names it. `family`: with all its children, as a PostgreSQL server and its backends. */
export type Watched = { name: string; pid: number; family?: boolean }

/** CPU microseconds so far, user and system, by name. Children that have ended are in their parent's count. */
export function cpuMicros(watched: readonly Watched[]): Map<string, number> {
  const children = watched.some(({ family }) => family) ? childrenOfAll() : new Map<number, number[]>()
  const micros = new Map<string, number>()
  for (const { name, pid, family } of watched) {
    let ran = ranMicros(pid)
    if (family) ran += (statOf(pid)?.reapedTicks ?? 0) * MICROS_PER_TICK
    if (family) for (const child of children.get(pid) ?? []) ran += ranMicros(child)
    micros.set(name, (micros.get(name) ?? 0) + ran)
  }
  return micros
}

function childrenOfAll(): Map<number, number[]> {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = statOf(Number(entry))
    if (!stat) continue
    const siblings = children.get(stat.parent)
    if (siblings) siblings.push(Number(entry))
    else children.set(stat.parent, [Number(entry)])
  }
  return children
}

/** What each of the `operations` used of it on average, by name. */
export function eachMicros(spent: Readonly<Record<string, number>>, operations: number): Record<string, number> {
  return Object.fromEntries(Object.entries(spent).map(([name, micros]) => [name, micros / Math.max(1, operations)]))
}

/** Microseconds that the machine's cores were busy with processes, and that a hypervisor took, since boot. */
export function machineMicros(text = readFileSync('/proc/stat', 'utf8')): { busy: number; stolen: number } {
  const fields = (/^cpu +(.*)$/m.exec(text)?.[1] ?? '').split(' ').map(Number)
  const [user = 0, nice = 0, system = 0, , , , , stolen = 0] = fields
  // Interrupts are left out: they are nobody's, and most of them are our own packets.
  return { busy: (user + nice + system) * MICROS_PER_TICK, stolen: stolen * MICROS_PER_TICK }
}

/** What was used between two readings, by name. */
export function spentMicros(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Record<string, number> {
  return Object.fromEntries([...after].map(([name, micros]) => [name, Math.max(0, micros - (before.get(name) ?? 0))]))
}
