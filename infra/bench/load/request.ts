/** HTTP/1.1 requests as text, prepared as far as they are known before the clock runs. */
import { CONSISTENCY_TOKEN, IDEMPOTENCY_KEY } from '#contracts/units/ids.ts'

export type Host = { host: string; port: number }

/** Everything of an award request that is the same for one business. */
export function awardHead({ host, port }: Host, businessId: number, cookie: string): string {
  return (
    `POST /api/business/${businessId}/award-points HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n` +
    `cookie: ${cookie}\r\n${IDEMPOTENCY_KEY}: `
  )
}

/** The whole request. Codes and keys are ASCII, so a character is a byte. */
export function awardRequest(head: string, key: string, buyerCode: string, amountAmd: number): string {
  const body = `{"buyerId":"${buyerCode}","amountSpent":${amountAmd}}`
  return `${head}${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** A read; with the token of a write where there is one. */
export function getRequest({ host, port }: Host, path: string, cookie: string, token?: string): string {
  const consistency = token === undefined ? '' : `${CONSISTENCY_TOKEN}: ${token}\r\n`
  return `GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncookie: ${cookie}\r\n${consistency}\r\n`
}

/** The body in ASCII. */
export function postRequest({ host, port }: Host, path: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  )
}
