/**
 * CPU time from /proc, of processes and of the machine. Processes are counted in ns by the scheduler, because ticks of
 * 10 ms miss short wake-ups.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ: 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100
const MICROS_PER_TICK = 1_000_000 / TICKS_PER_SECOND

type Stat = { parent: number; reapedTicks: number }

/** Command names may contain spaces and parentheses, so fields count from the last parenthesis. */
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

/** 0 if the process is gone. */
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
    // The thread has ended.
    return 0
  }
}

/** `family`: includes all children, e.g. PostgreSQL's backends. */
export type Watched = { name: string; pid: number; family?: boolean }

/** User and system µs by name. Ended children count for their parent. */
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

/** Average per operation, by name. */
export function eachMicros(spent: Readonly<Record<string, number>>, operations: number): Record<string, number> {
  return Object.fromEntries(Object.entries(spent).map(([name, micros]) => [name, micros / Math.max(1, operations)]))
}

/** Machine-wide µs since boot: busy with processes, and stolen by a hypervisor. */
export function machineMicros(text = readFileSync('/proc/stat', 'utf8')): { busy: number; stolen: number } {
  const fields = (/^cpu +(.*)$/m.exec(text)?.[1] ?? '').split(' ').map(Number)
  const [user = 0, nice = 0, system = 0, , , , , stolen = 0] = fields
  // Without interrupts, mostly caused by our own packets.
  return { busy: (user + nice + system) * MICROS_PER_TICK, stolen: stolen * MICROS_PER_TICK }
}

export function spentMicros(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Record<string, number> {
  return Object.fromEntries([...after].map(([name, micros]) => [name, Math.max(0, micros - (before.get(name) ?? 0))]))
}
