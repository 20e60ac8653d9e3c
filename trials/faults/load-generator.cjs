// Many connections from a separate process, so that they slow down only their target:
// `node load-generator.cjs PORT COUNT SECONDS TEXT`. With a text, each sends it one byte per second. Prints the result.
const { connect } = require('node:net')
const { setTimeout: pause } = require('node:timers/promises')

const [port, count, seconds, text] = [...process.argv.slice(2, 5).map(Number), process.argv[5] ?? '']

function openOne() {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => done(null))
    socket.once('connect', () => done(socket))
    // Read, so that a close is noticed.
    socket.resume()
  })
}

async function main() {
  const sockets = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(100, count - sockets.length) }, openOne)
    const opened = (await Promise.all(batch)).filter((socket) => socket !== null)
    if (opened.length === 0) break
    sockets.push(...opened)
  }
  process.stdout.write(`${JSON.stringify({ opened: sockets.length })}\n`)
  for (let second = 0; second < seconds; second++) {
    if (second < text.length) for (const socket of sockets) if (socket.writable) socket.write(text[second])
    await pause(1000)
  }
  const open = sockets.filter(({ readyState }) => readyState === 'open').length
  process.stdout.write(`${JSON.stringify({ opened: sockets.length, open })}\n`)
}

main().then(() => process.exit(0))
