/** The parts of the bootstrap that its test looks at, and that the supervisor shares. */
export function wantedStamp(root: string): string
export function holdsLockedPackages(root: string): boolean
export function runsTypeScript(version: string): boolean
export function runningInstances(root: string): string[]
export function startedAt(pid: number): string
