/** Sign-ins beside the awards: argon2 takes a core for several milliseconds each (performance.md 2h). */
import { Samples } from '../measure/percentiles.ts'
import { Connection } from './connection.ts'
import { postRequest, type Host } from './request.ts'

/** Throws at an answer that is not 200: a login that is refused early costs nothing and proves nothing. */
export async function logins({ host, email, password, perSecond, over }: { host: Host; email: string; password: string; perSecond: number; over: () => boolean }): Promise<Samples> {
  const request = postRequest(host, '/api/auth/login', JSON.stringify({ email, password }))
  const took = new Samples()
  const open = new Set<Promise<void>>()
  let refused: number | undefined
  const one = async (): Promise<void> => {
    const connection = await Connection.open(host)
    const startedAt = performance.now()
    const reply = await connection.ask(request)
    connection.close()
    if (reply?.status !== 200) refused = reply?.status ?? 0
    took.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  for (let count = 0; !over(); count += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, startedAt + (count * 1000) / perSecond - performance.now())))
    const login = one().finally(() => open.delete(login))
    open.add(login)
  }
  await Promise.all(open)
  if (refused !== undefined) throw new Error(`A sign-in was answered ${refused}`)
  return took
}
