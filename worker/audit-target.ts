import { type FileHandle, open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { now } from '@/lib/clock'
import { withTimeout } from '@/lib/timeout'

/** Takes JSON lines, without their line ends; resolves once they are written. */
export type AuditTarget = (lines: string[]) => Promise<void>

/** For a batch as a whole: the transaction that it is sent in keeps VACUUM waiting. */
const defaultTimeoutMs = 15_000
/** RFC 5424 §6.2.1: facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5
const defaultPorts: Record<string, number> = { 'syslog+tcp:': 601, 'syslog+tls:': 6514 }

/**
 * The place that `AUDIT_STREAM` names. A file is opened for each batch, so that it can be rotated; a syslog
 * server gets a connection for each batch. Syslog acknowledges nothing: what a server takes and then loses is
 * lost.
 * @param timeoutMs for a batch to a syslog server
 */
export function openAuditTarget(address: string, timeoutMs = defaultTimeoutMs): AuditTarget {
  const url = new URL(address)
  return url.protocol === 'file:' ? appendTo(fileURLToPath(url)) : sendTo(url, timeoutMs)
}

/**
 * A batch is in the file whole or not at all: a full disk leaves no half line, and a machine that failed none
 * that grows.
 */
function appendTo(path: string): AuditTarget {
  return async (lines) => {
    const file = await open(path, 'a+', 0o640)
    try {
      const { size } = await file.stat()
      const end = (await endsWithinLine(file, size)) ? '\n' : ''
      try {
        await file.appendFile(`${end}${lines.join('\n')}\n`)
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

async function endsWithinLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() !== '\n'
}

function sendTo(url: URL, timeoutMs: number): AuditTarget {
  const port = Number(url.port || defaultPorts[url.protocol])
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const late = () => new Error(`${url.host} did not take the entries within ${timeoutMs / 1000} s`)
  return (lines) =>
    withTimeout(
      timeoutMs,
      (signal) =>
        new Promise((resolve, reject) => {
          const socket: Socket =
            url.protocol === 'syslog+tls:'
              ? connectTls({ host, port, servername: host, minVersion: 'TLSv1.2' })
              : connect({ host, port })
          signal.addEventListener('abort', () => socket.destroy())
          socket.on('error', reject)
          // As servers do that have enough connections.
          socket.on('end', () => {
            if (!socket.writableFinished) reject(new Error(`${url.host} closed the connection too early`))
          })
          // The server's end of the connection: it has read everything that was sent before ours.
          socket.on('close', () => resolve())
          socket.resume()
          socket.end(lines.map(frame).join(''))
        }),
      late,
    )
}

/**
 * RFC 5424 §6, framed by octet counting (RFC 6587 §3.4.1, RFC 5425 §4.3). Its time is that of the entry, not
 * of sending.
 */
function frame(line: string): string {
  const time = /"at":"([^"]+)"/.exec(line)?.[1] ?? now().toISOString()
  const header = `<${priority}>1 ${time} ${hostname()} guichet ${process.pid} audit -`
  const message = `${header} ${line}`
  return `${Buffer.byteLength(message)} ${message}`
}
