import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Time and memory for one file; most are opened in a tenth of a second. */
const timeoutMs = 5000
const resourceLimits = { maxOldGenerationSizeMb: 128 }

const script = `
  const { parentPort, workerData } = require('node:worker_threads')
  async function open() {
    const { getDocument, VerbosityLevel } = await import(workerData.library)
    const options = { isEvalSupported: false, enableXfa: false, verbosity: VerbosityLevel.ERRORS }
    await getDocument({ ...options, data: workerData.content }).promise
  }
  open().then(() => parentPort.postMessage(''), (error) => parentPort.postMessage(error.name))`

let before: Promise<unknown> = Promise.resolve()

/**
 * Whether a PDF opens only with a password, by pdf.js, as in the reviewer's preview. One that can be read without, and
 * restricts printing or editing by an owner's password, does not need any.
 * The file is untrusted, so a thread of its own opens it, one file at a time; a file that takes too long, or that
 * pdf.js can't read, is left to the reviewer.
 */
export function needsPassword(content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const turn = before.then(() => open(content))
  before = turn
  return turn
}

function open(content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  // Its Node build is read from node_modules, like the parts of the preview: a bundler can't trace its own thread.
  const parts = [process.cwd(), 'node_modules', 'pdfjs-dist', 'legacy', 'build', 'pdf.mjs']
  const library = pathToFileURL(join(/* turbopackIgnore: true */ ...(parts as [string]))).href
  const worker = new Worker(script, {
    eval: true,
    workerData: { library, content },
    transferList: [content.buffer],
    resourceLimits,
    stdout: true,
    stderr: true,
  })
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs)
    worker.on('message', (name) => resolve(name === 'PasswordException'))
    worker.on('error', () => resolve(false))
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve(false)
    })
  }).finally(() => worker.terminate())
}
