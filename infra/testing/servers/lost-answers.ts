/**
 * A way to the product on which the answer to every write of a page is lost once (design.md 1, rule 6): the server has done it, and the browser
 * hears only that the connection has ended. It asks again by itself, and no page may show that anything was amiss.
 */
import { createServer, request as ask, type IncomingMessage } from 'node:http'

/** Calls of the tests themselves are answered as ever: they do not ask again. */
const isOfPage = ({ headers }: IncomingMessage): boolean => headers['sec-fetch-mode'] !== undefined

/** Listens on `port` and passes everything on to `target`. Resolves once it listens; call what it resolves with to end it. */
export async function loseAnswers(port: number, target: number): Promise<() => void> {
  const lost = new Set<string>()
  const server = createServer((request, response) => {
    const { method, url, headers, rawHeaders } = request
    const key = headers['idempotency-key']
    const losing = typeof key === 'string' && isOfPage(request) && !lost.has(key)
    if (losing) lost.add(key)
    const onward = ask({ host: '127.0.0.1', port: target, method, path: url, headers: rawHeaders }, (answer) => {
      if (losing) return void answer.resume().on('end', () => response.destroy())
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
