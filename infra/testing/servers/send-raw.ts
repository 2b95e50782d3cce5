import { connect } from 'node:net'

/**
 * Sends raw bytes over a new connection and returns the response's head and body once it closes. Rejects on a reset.
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
