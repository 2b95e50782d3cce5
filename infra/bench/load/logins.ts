/** Concurrent sign-ins, whose argon2 takes a core for several milliseconds each. */
import { Samples } from '../measure/percentiles.ts'
import { Connection } from './connection.ts'
import { postRequest, type Host } from './request.ts'

/** `refused`: answered 503, because the password queue is bounded. */
export type Logins = { tookMs: Samples; refused: number }

/** Throws at statuses other than 200 and 503. */
export async function logins({
  host,
  email,
  password,
  perSecond,
  over,
}: {
  host: Host
  email: string
  password: string
  perSecond: number
  over: () => boolean
}): Promise<Logins> {
  const request = postRequest(host, '/api/auth/login', JSON.stringify({ email, password }))
  const tookMs = new Samples()
  const open = new Set<Promise<void>>()
  let refused = 0
  let strange: number | undefined
  const one = async (): Promise<void> => {
    const connection = await Connection.open(host)
    const startedAt = performance.now()
    const reply = await connection.ask(request)
    connection.close()
    if (reply?.status === 200) tookMs.push(performance.now() - startedAt)
    else if (reply?.status === 503) refused += 1
    else strange = reply?.status ?? 0
  }
  const startedAt = performance.now()
  for (let count = 0; !over(); count += 1) {
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, startedAt + (count * 1000) / perSecond - performance.now())),
    )
    const login = one().finally(() => open.delete(login))
    open.add(login)
  }
  await Promise.all(open)
  if (strange !== undefined) throw new Error(`A sign-in was answered ${strange}`)
  return { tookMs, refused }
}
