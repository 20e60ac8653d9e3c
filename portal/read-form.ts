import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import busboy from 'busboy'
import { idempotencyKeyField, personField } from '@/components/ui/hidden-field-names'
import type { HiddenFields } from '@/lib/request-context'
import { formLimits } from '@/lib/uploads'

/** The fields of a submitted form. `omitted` means that some are not returned: passwords, codes and files. */
export type SubmittedForm = { fields: [string, string][]; omitted: boolean }

type Body = Readable & Pick<IncomingMessage, 'headers'>

/** Milliseconds. A page must appear within five seconds, and part of them was spent waiting for the database. */
const timeoutMs = 2000
/** React's own fields name the action; they hold no text of a person's. */
const isOfReact = (name: string) => name.startsWith('$ACTION')

/**
 * Reads a form to return it to the person who sent it.
 * @returns null if it is no form, doesn't arrive in time or is too large
 */
export function readForm(request: Body): Promise<SubmittedForm | null> {
  return new Promise((resolve) => {
    const form: SubmittedForm = { fields: [], omitted: false }
    const timer = setTimeout(() => give(null), timeoutMs)
    let size = 0
    const give = (value: SubmittedForm | null) => {
      clearTimeout(timer)
      request.unpipe().resume()
      resolve(value)
    }
    const parser = openParser(request)
    if (!parser) return give(null)
    parser.on('field', (name, value) => {
      // Browsers send no part without a name.
      if (!name) return
      size += name.length + value.length
      if (size > formLimits.maxBytes) give(null)
      else if (!isOfReact(name) && /password|passkey|code/i.test(name)) form.omitted = true
      else form.fields.push([name, value])
    })
    parser.on('file', (_name, stream, { filename }) => {
      if (filename) form.omitted = true
      // A form that ends within a file is an error of the file's stream too.
      stream.on('error', () => {}).resume()
    })
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      parser.on(limit, () => give(null))
    parser.on('error', () => give(null))
    parser.on('close', () => give(form))
    request.on('error', () => give(null)).pipe(parser)
  })
}

function openParser({ headers }: Body) {
  try {
    const limits = { fieldSize: formLimits.maxBytes, fields: 1000, files: 100, parts: 1100 }
    return busboy({ headers, defParamCharset: 'utf8', limits })
  } catch {
    return null
  }
}

/** The form in a body that someone else reads. */
export type BodyCopy = () => Promise<SubmittedForm | null>

/** Copies a form's body while it is read by Next; one that is too large for a form is not kept. */
export function copyBody(request: IncomingMessage): BodyCopy {
  const pieces: Buffer[] = []
  let size = 0
  watchBody(request, (piece) => {
    size += piece.length
    if (size > formLimits.maxBytes) pieces.length = 0
    else pieces.push(Buffer.from(piece))
  })
  const { headers } = request
  return async () => {
    if (size > formLimits.maxBytes) return null
    // Who would read it refused it first.
    if (size === 0 && !request.complete) return readForm(request)
    return readForm(Object.assign(Readable.from(pieces), { headers }))
  }
}

/** What a form says of itself, in its body, also as Next's script names it; the longest that two pieces may divide. */
const ownPart = new RegExp(
  `name="(?:_\\d+_)?(${idempotencyKeyField}|${personField})"\\r\\n\\r\\n([0-9a-f-]{36})\\r\\n`,
  'g',
)
const ownPartLength = 100

/** Finds what a form says of itself while its body is read by Next. @returns what was found so far */
export function watchHiddenFields(request: IncomingMessage): () => HiddenFields {
  const found: HiddenFields = {}
  let last = ''
  watchBody(request, (piece) => {
    if (found[idempotencyKeyField] && found[personField]) return
    const text = last + piece.toString('latin1')
    for (const [, name, value] of text.matchAll(ownPart)) found[name as keyof HiddenFields] ??= value
    last = text.slice(-ownPartLength)
  })
  return () => found
}

function watchBody(request: IncomingMessage, see: (piece: Buffer) => void): void {
  const emit = request.emit.bind(request) as (...given: unknown[]) => boolean
  request.emit = (...given: unknown[]) => {
    if (given[0] === 'data') see(given[1] as Buffer)
    return emit(...given)
  }
}
