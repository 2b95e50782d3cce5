/**
 * A proxy that loses the first response to each write of a page: the server has executed it, but the browser sees a
 * closed connection. Pages must retry without showing an error.
 */
import { createServer, request as ask, type IncomingMessage } from 'node:http'

/** Direct calls of tests pass, because they do not retry. */
const isOfPage = ({ headers }: IncomingMessage): boolean => headers['sec-fetch-mode'] !== undefined

/** Resolves with its stop once it listens on `port`. */
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
