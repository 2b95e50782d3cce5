/** Whether a Docker engine answers; many machines have only the command. */
import { existsSync } from 'node:fs'
import { request, type RequestOptions } from 'node:http'

const answerWaitMs = 1500

/** HATIK_DOCKER=off returns false. */
export function dockerAnswers(): Promise<boolean> {
  const engine = engineAddress()
  if (engine === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const ping = request({ ...engine, path: '/_ping', timeout: answerWaitMs }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    ping.once('timeout', () => ping.destroy())
    ping.once('error', () => resolve(false))
    ping.once('close', () => resolve(false))
    ping.end()
  })
}

function engineAddress(): RequestOptions | undefined {
  if (process.env['HATIK_DOCKER'] === 'off') return undefined
  const host = process.env['DOCKER_HOST']
  if (host?.startsWith('tcp://')) return { host: new URL(host).hostname, port: new URL(host).port || 2375 }
  const socketPath = host?.startsWith('unix://') ? host.slice('unix://'.length) : '/var/run/docker.sock'
  return existsSync(socketPath) ? { socketPath } : undefined
}
