/** Sessions (H17): a signed, http-only cookie names a server-side record, 14 days sliding, 90 at most. */
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { Session } from 'fastify'
import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { createCookieSigner } from '../session/cookie-signer.ts'
import { RedisSessions, SESSION_MS } from '../session/session-store.ts'

const TOUCH_AFTER_MS = 60 * 60 * 1000
const STAFF_TOUCH_AFTER_MS = 60 * 1000
/** The owner's list of tills says when each was last seen. */
const TILL_TOUCH_AFTER_MS = 10 * 60 * 1000

const touchAfterMs = ({ staff, till }: Pick<Session, 'staff' | 'till'>): number =>
  staff ? STAFF_TOUCH_AFTER_MS : till ? TILL_TOUCH_AFTER_MS : TOUCH_AFTER_MS

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sent by a page itself, so it does not prolong staff sessions. */
    repeatedByPage?: boolean
  }
  interface FastifyInstance {
    /** The id that a call's cookie names, also if its session has ended. */
    sessionIdInCookie(request: { cookies: Readonly<Record<string, string | undefined>> }): string | undefined
  }
}

const isSecure = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): boolean => PUBLIC_URL?.startsWith('https://') ?? false

/** __Host- binds the cookie to this host; https only. */
export const sessionCookieName = (env: Pick<Env, 'PUBLIC_URL'>): string => (isSecure(env) ? '__Host-hatik' : 'hatik')

export const sessionCookieOptions = (env: Pick<Env, 'PUBLIC_URL'>) =>
  ({ httpOnly: true, secure: isSecure(env), sameSite: 'lax', path: '/' }) as const

export const sessions = fp(
  async (app, { env, redis, store = new RedisSessions(redis) }: { env: Env; redis: Redis; store?: RedisSessions }) => {
    const cookieName = sessionCookieName(env)
    const secret = createCookieSigner(env.SESSION_SECRET)
    app.decorate('sessionIdInCookie', ({ cookies }) => secret.unsign(cookies[cookieName] ?? '').value ?? undefined)
    await app.register(cookie)
    // Before the plugin's hook, which clears cookies that name no session (decision 34). A call answered after its
    // session's id changed would clear the new cookie.
    app.addHook('onSend', async ({ cookies, session: own }) => {
      // No id if the call was refused before its session was read.
      if (own?.sessionId && cookies[cookieName] !== own.encryptedSessionId && !own.isModified())
        delete cookies[cookieName]
    })
    await app.register(session, {
      secret,
      cookieName,
      cookie: { ...sessionCookieOptions(env), maxAge: SESSION_MS },
      saveUninitialized: false,
      rolling: false,
      store,
    })
    app.addHook('onRequest', async ({ method, session: own }) => {
      if (method === 'HEAD') store.leaveUnwritten(own)
    })
    // After the plugin's hook, which sends a changed session's cookie even if a new id kept it from being written.
    app.addHook('onSend', async ({ session: own }, reply) => {
      if (!store.isUnwritten(own)) return
      const others = [reply.getHeader('set-cookie') ?? []]
        .flat()
        .map(String)
        .filter((line) => !line.startsWith(`${cookieName}=`))
      reply.removeHeader('set-cookie')
      if (others.length > 0) reply.header('set-cookie', others)
    })
    app.addHook('preHandler', async ({ session: own, routeOptions }) => {
      if (own.userId === undefined || own.touchedAt === undefined) return
      if (own.staff && routeOptions.config.repeatedByPage) return
      if (Date.now() - own.touchedAt > touchAfterMs(own)) store.date(own)
    })
  },
)
