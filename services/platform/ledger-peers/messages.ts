/**
 * What one API sends to another: a command, and its result. A peer may run another version: a field or command that it
 * does not know is refused as a whole, and the sender decides by itself.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { actorSchema, placeSchema } from '#contracts/events/ledger-events.ts'
import { DEADLINE_MS, type CommandRequest, type CommandResult } from '#ledger/waiting.ts'

export const EXECUTE_PATH = '/execute'
export const SIGNATURE_HEADER = 'hatik-signature'
/** Of a command or its result; the longest text in one is a reason. */
export const MOST_BYTES = 64 * 1024

const id = z.string()
const number = z.number()
const command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('AwardPoints'), amountAmd: number, receipt: id.exactOptional() }),
  z.strictObject({
    type: z.literal('RedeemPerk'),
    redemptionId: id.exactOptional(),
    perkId: number,
    perkName: z.string(),
    costTenths: number,
    code: z.string(),
  }),
  z.strictObject({ type: z.literal('UseRedemption'), redemptionId: id }),
  z.strictObject({ type: z.literal('ReopenRedemption'), redemptionId: id, reason: z.string(), nowMs: number }),
  z.strictObject({ type: z.literal('CancelRedemption'), redemptionId: id, reason: z.string() }),
  z.strictObject({
    type: z.literal('VoidAward'),
    awardId: id,
    reason: z.string(),
    nowMs: number,
    byAdmin: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('CorrectAward'),
    awardId: id,
    amountAmd: number,
    reason: z.string(),
    nowMs: number,
  }),
  z.strictObject({ type: z.literal('CloseAccount') }),
  z.strictObject({ type: z.literal('MergePointsOut'), toId: number }),
  z.strictObject({ type: z.literal('MergePointsIn'), mergeId: id, fromId: number, tenths: number }),
])

/** Without its deadline, which is sent as the time that is left. */
export type ForwardedRequest = Omit<CommandRequest, 'deadlineMs' | 'deadlineAt'>

const requestSchema = z.strictObject({
  businessId: number,
  buyerId: number,
  command,
  action: z.union([z.strictObject({ key: z.string() }), z.strictObject({ commandId: id })]),
  actor: z.strictObject(actorSchema.shape),
  onBehalfOf: number.exactOptional(),
  place: z.strictObject(placeSchema.shape).exactOptional(),
  correlationId: z.string(),
  happenedAt: z.string().exactOptional(),
  recordedAt: z.string().exactOptional(),
}) satisfies z.ZodType<ForwardedRequest>

/**
 * `sentAt`: epoch ms of the sender's clock. `leftMs`: until the command's deadline, at that time. `parentId`: the span
 * of the sender's decision, if it is traced.
 */
const forwardedSchema = z.strictObject({
  sentAt: number,
  leftMs: number.max(DEADLINE_MS),
  parentId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .exactOptional(),
  request: requestSchema,
})
export type Forwarded = z.infer<typeof forwardedSchema>

/** Undefined if it is not a command that this version knows. */
export function readForwarded(body: Buffer): Forwarded | undefined {
  try {
    return forwardedSchema.safeParse(JSON.parse(body.toString())).data
  } catch {
    return undefined
  }
}

export const resultText = (result: CommandResult): string =>
  JSON.stringify(result, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** The answer is signed, so its shape is trusted as the ledger thread's is. */
export function readResult(text: Buffer): CommandResult {
  const result = JSON.parse(text.toString()) as CommandResult
  return result.kind === 'done' ? { ...result, position: BigInt(result.position) } : result
}

/** Only APIs of one installation share `secret`. A repeated message repeats a command that has its key. */
export const signatureOf = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update('hatik:ledger-peer:').update(body).digest('base64url')

/** Of the answer to one message: another one's does not fit. */
export const answerSignatureOf = (answer: string | Buffer, messageSignature: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`hatik:ledger-peer-answer:${messageSignature}:`)
    .update(answer)
    .digest('base64url')

/** Takes the same time wherever the two differ. */
export function isSigned(given: string | string[] | undefined, wanted: string): boolean {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
