import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { findDebianProgram } from '@/scripts/check/debian'
import type { ProcessPlan } from '@/scripts/launch/start/supervise'
import { run } from './system'

/** The state of a line: all packets arrive, none, each with a delay in milliseconds, or one in so many is lost. */
export type Passage =
  | { is: 'whole' }
  | { is: 'cut' }
  | { is: 'delay'; milliseconds: number }
  | { is: 'loss'; oneIn: number }

/** A network line to a namespace, where the same ports are available as here. */
export type Line = {
  /** of the far end */
  address: string
  /** the programs that carry its packets; all are ready when each port responds */
  plans: ProcessPlan[]
  set(passage: Passage): void
  close(): void
}

/** Why there can be no line here, or null. */
export function findLineObstacle(): string | null {
  if (process.getuid?.() !== 0) return 'needs root, for network namespaces'
  if (!existsSync('/dev/net/tun')) return 'needs /dev/net/tun'
  if (findDebianProgram('socat') && findDebianProgram('ip')) return null
  return 'needs socat and ip (on Debian: apt-get install socat iproute2)'
}

/**
 * A line of IP packets: each end is a kernel device (TUN), whose packets socat exchanges with us as UDP datagrams. So
 * the kernel's own TCP reacts to what a fault does to packets. (netem would do it, but many kernels lack it.) Beyond
 * the far end, relays lead back to this machine.
 * @param port two of this machine, for the datagrams; the addresses follow from it
 * @param ports of this machine that are available at the far end
 * @param random from 0 to 1; decides which packets are lost
 */
export async function openLine(port: number, ports: readonly number[], random = Math.random): Promise<Line> {
  const ends = planEnds(port)
  removeNamespace(ends)
  addNamespace(ends)
  const near = await bind('127.0.0.1', port)
  const far = await bind(ends.carrier.here, port)
  let passage: Passage = { is: 'whole' }
  near.on('message', (packet) => pass(packet, far, ends.carrier.there))
  far.on('message', (packet) => pass(packet, near, '127.0.0.1'))

  function pass(packet: Buffer, into: Socket, address: string): void {
    if (passage.is === 'cut' || (passage.is === 'loss' && random() < 1 / passage.oneIn)) return
    // Errors of a closed end don't matter.
    const send = () => into.send(packet, port + 1, address, () => {})
    if (passage.is === 'delay') setTimeout(send, passage.milliseconds)
    else send()
  }

  return {
    address: ends.line.there,
    plans: planCarriers(ends, port, ports),
    set(next) {
      passage = next
    },
    close() {
      near.close()
      far.close()
      removeNamespace(ends)
    },
  }
}

type Ends = ReturnType<typeof planEnds>

/**
 * The names of a line's namespace and devices, and its addresses; 198.18.0.0/15 is reserved for network tests (RFC
 * 2544).
 */
function planEnds(port: number) {
  const number = Math.floor(port / 100) % 256
  const pair = (net: number) => ({ here: `198.${net}.${number}.1`, there: `198.${net}.${number}.2` })
  return { name: `guichet-${number}`, carrier: pair(18), line: pair(19) }
}

/**
 * The namespace, and a pair of devices that carries the datagrams into it; a packet of the line fits into one of
 * theirs.
 */
function addNamespace({ name, carrier }: Ends): void {
  run('ip', ['netns', 'add', name])
  const peer = ['peer', 'name', name, 'netns', name, 'mtu', '9000']
  run('ip', ['link', 'add', name, 'mtu', '9000', 'type', 'veth', ...peer])
  run('ip', ['addr', 'add', `${carrier.here}/30`, 'dev', name])
  run('ip', ['link', 'set', name, 'up'])
  run('ip', ['-n', name, 'addr', 'add', `${carrier.there}/30`, 'dev', name])
  run('ip', ['-n', name, 'link', 'set', name, 'up'])
}

/** Also removes leftovers of an earlier run. */
function removeNamespace({ name }: Ends): void {
  for (const args of [
    ['link', 'del', name],
    ['netns', 'del', name],
  ])
    try {
      run('ip', args)
    } catch {
      // There was none.
    }
}

async function bind(address: string, port: number): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(port, address)
  await once(socket, 'listening')
  return socket.on('error', () => {})
}

function planCarriers({ name: namespace, carrier, line }: Ends, port: number, ports: readonly number[]) {
  const [socat, ip] = [findDebianProgram('socat') ?? '', findDebianProgram('ip') ?? '']
  const plan = (name: string, args: string[], readyAt: string): ProcessPlan => {
    return {
      name: `line-${name}`,
      title: `The line (${name})`,
      program: socat,
      args,
      env: {},
      ready: readyAt,
    }
  }
  const inside = ({ args, ...rest }: ProcessPlan): ProcessPlan => {
    return { ...rest, program: ip, args: ['netns', 'exec', namespace, socat, ...args] }
  }
  const device = (own: string, to: string, from: string) => [
    `TUN:${own}/30,iff-no-pi,iff-up`,
    `UDP4:${to}:${port},bind=${from}:${port + 1}`,
  ]
  const relay = (target: number, on: string, to: string) => [
    `TCP4-LISTEN:${target},${on}fork,reuseaddr,nodelay`,
    `TCP4:${to}:${target},nodelay`,
  ]
  const across = `tcp://${line.there}:${ports[0]}`
  return [
    plan('near', device(line.here, '127.0.0.1', '127.0.0.1'), across),
    inside(plan('far', device(line.there, carrier.here, carrier.there), across)),
    ...ports.flatMap((target) => [
      plan(
        `back-${target}`,
        relay(target, `bind=${carrier.here},`, '127.0.0.1'),
        `tcp://${carrier.here}:${target}`,
      ),
      inside(plan(`to-${target}`, relay(target, '', carrier.here), `tcp://${line.there}:${target}`)),
    ]),
  ]
}
