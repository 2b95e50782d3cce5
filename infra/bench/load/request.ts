/** HTTP/1.1 requests as text, prepared before measuring. */
import { CONSISTENCY_TOKEN, IDEMPOTENCY_KEY } from '#contracts/units/ids.ts'

export type Host = { host: string; port: number }

/** The constant part of a business's award requests. */
export function awardHead({ host, port }: Host, businessId: number, cookie: string): string {
  return (
    `POST /api/business/${businessId}/award-points HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n` +
    `cookie: ${cookie}\r\n${IDEMPOTENCY_KEY}: `
  )
}

/** Codes and keys are ASCII, so characters are bytes. */
export function awardRequest(head: string, key: string, buyerCode: string, amountAmd: number): string {
  const body = `{"buyerId":"${buyerCode}","amountSpent":${amountAmd}}`
  return `${head}${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

export function getRequest({ host, port }: Host, path: string, cookie: string, token?: string): string {
  const consistency = token === undefined ? '' : `${CONSISTENCY_TOKEN}: ${token}\r\n`
  return `GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncookie: ${cookie}\r\n${consistency}\r\n`
}

/** The body must be ASCII. */
export function postRequest({ host, port }: Host, path: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  )
}
