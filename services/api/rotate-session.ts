import type { FastifyRequest } from 'fastify'

/** H17: another id for the same session, without a visit: whoever knew the old id knows nothing. */
export async function rotateSession(request: FastifyRequest): Promise<void> {
  const kept = Object.keys(request.session).filter((key) => key !== 'cookie' && key !== 'visit')
  await request.session.regenerate(kept as (keyof typeof request.session)[])
}
