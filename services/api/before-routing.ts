import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorBody } from '#contracts/errors.ts'

/**
 * What the router refuses before it knows a route: an address that cannot be decoded, and a part of one that is longer than any of ours. No hook of ours
 * runs then, and Fastify would answer in a shape of its own, with the address in it.
 */
export function refuseAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const body: ErrorBody = { code: 'invalid_input', message: ERRORS.invalid_input[1], requestId: request.id }
  void reply.status(400).header('cache-control', 'no-store').send(body)
}
