import { connect } from 'node:net'
import { rawRequest } from './raw-http'

/** Pipelines 200,000 requests on one connection. @returns the statuses of the responses until it is closed */
export async function floodConnection(port: number, path: string): Promise<number[]> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  const closed = new Promise((close) => socket.once('close', close))
  const many = Buffer.concat(Array(10_000).fill(rawRequest('GET', path, ['Host: 127.0.0.1'])))
  for (let sent = 0; sent < 20 && !socket.destroyed; sent++)
    await new Promise((taken) => socket.write(many, taken))
  await closed
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
