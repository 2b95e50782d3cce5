import { connect } from 'node:net'

/**
 * Sends these very bytes over a connection of their own, and gives back all that came until it was closed: the answer's head, up to the empty line,
 * and what stands behind. Rejects where the connection is reset.
 */
export function sendRaw(address: string, text: string): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    let came = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => (came += chunk.toString('utf8')))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', ...body] = came.split('\r\n\r\n')
      resolve({ head, body: body.join('\r\n\r\n') })
    })
  })
}
