import { open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { now } from '@/lib/clock'

/** Takes JSON lines, without their line ends; resolves once they are written. */
export type AuditTarget = (lines: string[]) => Promise<void>

const timeoutMs = 10_000
/** RFC 5424 §6.2.1: facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5
const defaultPorts: Record<string, number> = { 'syslog+tcp:': 601, 'syslog+tls:': 6514 }

/**
 * The place that `AUDIT_STREAM` names. A file is opened for each batch, so that it can be rotated; a syslog server gets a
 * connection for each batch. Syslog acknowledges nothing: what a server takes and then loses is lost.
 */
export function openAuditTarget(address: string): AuditTarget {
  const url = new URL(address)
  return url.protocol === 'file:' ? appendTo(fileURLToPath(url)) : sendTo(url)
}

/** A batch is in the file whole or not at all: a full disk leaves no half line. */
function appendTo(path: string): AuditTarget {
  return async (lines) => {
    const file = await open(path, 'a', 0o640)
    try {
      const { size } = await file.stat()
      try {
        await file.appendFile(`${lines.join('\n')}\n`)
        await file.datasync()
      } catch (error) {
        await file.truncate(size).catch(() => {})
        throw error
      }
    } finally {
      await file.close()
    }
  }
}

function sendTo(url: URL): AuditTarget {
  const port = Number(url.port || defaultPorts[url.protocol])
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return (lines) =>
    new Promise((resolve, reject) => {
      const socket: Socket =
        url.protocol === 'syslog+tls:'
          ? connectTls({ host, port, servername: host, minVersion: 'TLSv1.2' })
          : connect({ host, port })
      const fail = (error: Error) => {
        socket.destroy()
        reject(error)
      }
      socket.setTimeout(timeoutMs, () =>
        fail(new Error(`${url.host} took no data for ${timeoutMs / 1000} s`)),
      )
      socket.on('error', fail)
      // The server's end of the connection: it has read everything that was sent before ours.
      socket.on('close', () => resolve())
      socket.resume()
      socket.end(lines.map(frame).join(''))
    })
}

/** RFC 5424 §6, framed by octet counting (RFC 6587 §3.4.1, RFC 5425 §4.3). */
function frame(line: string): string {
  const header = `<${priority}>1 ${now().toISOString()} ${hostname()} guichet ${process.pid} audit -`
  const message = `${header} ${line}`
  return `${Buffer.byteLength(message)} ${message}`
}
