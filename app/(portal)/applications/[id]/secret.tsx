'use client'
import { type ComponentProps, type ReactNode, startTransition, use, useEffect, useState } from 'react'
import {
  applyCodeChange,
  Code,
  type CodeChange,
  type CodePart,
  replaceIn,
  textOf,
} from '@/components/code/code'
import { SecretText } from '@/components/secret-field'
import { type EnvInput, envFile } from '@/components/snippets/curl'
import { CopyButton, copyText } from '@/components/ui/copy-button'
import { FormContext } from '@/components/ui/form-state'
import { callAction, isSubmitFailure } from '@/components/ui/submit-failure'

type CopyTexts = Omit<ComponentProps<typeof CopyButton>, 'text' | 'place'>
type CopySecret = () => Promise<string | null>

/** The secret that the stage's action revealed; null before that. */
function useSecret(): string | null {
  return (use(FormContext).state.value as string | undefined) ?? null
}

export function SecretInput({ id, hint }: { id: string; hint?: string }) {
  const secret = useSecret()
  const { error } = use(FormContext).state
  return <SecretText {...{ id, secret, hint, error }} bare />
}

export function CopySecretButton({ copySecret, ...texts }: CopyTexts & { copySecret: CopySecret }) {
  return <CopyButton {...texts} {...useComplete(copySecret, (secret) => secret)} place="quiet" />
}

type Completed = {
  /** Fetches the secret, so that a copy works as pasted; null: copies what is shown. */
  copySecret: CopySecret | null
}

type SnippetProps = CopyTexts &
  Completed & {
    title: string
    /** Reads the secret from a variable. */
    code: CodePart[]
    /** Puts `mark` there instead. */
    withSecret: CodeChange
    mark: string
    /** The button that runs it. */
    run?: ReactNode
    /** In a window of a few lines, where it is not what the page is about. */
    low?: boolean
  }

/** One program, with the secret in it once that is revealed. */
export function SnippetCode({ title, code, withSecret, mark, copySecret, run, low, ...texts }: SnippetProps) {
  const secret = useSecret()
  const write = (text: string | null) =>
    text ? replaceIn(applyCodeChange(code, withSecret), mark, text) : code
  const completed = useComplete(copySecret, (text) => textOf(write(text)))
  // A revealed secret is shown whole.
  const look = secret
    ? ''
    : low
      ? 'max-h-28 [mask-image:linear-gradient(#000_calc(100%-1.5rem),transparent)]'
      : 'max-h-96'
  return (
    <figure
      data-secret={secret ? '' : undefined}
      className="min-w-0 overflow-hidden rounded-xl border border-code-line bg-code text-code-ink"
    >
      <figcaption className="flex min-h-11 flex-wrap items-center gap-x-3 border-code-line border-b py-1 pr-1.5 pl-4">
        <span className="font-mono text-code-muted text-xs">{title}</span>
        <span className="ml-auto flex items-center gap-2">
          <CopyButton {...texts} {...completed} place="code" />
          {run}
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className={`${look} overflow-auto p-4 focus-visible:-outline-offset-2`}>
        <code className="whitespace-pre-wrap font-mono text-[0.8125rem] leading-6 [overflow-wrap:anywhere]">
          <Code parts={write(secret)} />
        </code>
      </pre>
    </figure>
  )
}

export function CopyEnvButton({ env, copySecret, ...texts }: CopyTexts & Completed & { env: EnvInput }) {
  const completed = useComplete(copySecret, (clientSecret) => envFile({ ...env, clientSecret }))
  return <CopyButton {...texts} {...completed} />
}

/**
 * Completes a text with the secret. Where it can't be fetched, its reveal is asked for, which may have to be
 * confirmed; once it is, the text follows as `late`.
 */
function useComplete(copySecret: CopySecret | null, write: (secret: string | null) => string | null) {
  const { send, pending } = use(FormContext)
  const shown = useSecret()
  const [asked, setAsked] = useState(false)
  const [late, setLate] = useState<{ text: string }>()
  useEffect(() => {
    if (!asked || pending) return
    setAsked(false)
    if (shown) setLate({ text: write(shown) ?? '' })
  }, [asked, pending, shown, write])
  const text = async () => {
    const secret = shown ?? (copySecret && (await copySecret()))
    if (secret || !copySecret) return write(secret)
    setAsked(true)
    startTransition(() => send?.(new FormData()))
    return null
  }
  return { text: () => copyFetched(text), late }
}

/**
 * Puts a text on the clipboard that is fetched first; null when there is none.
 * @returns whether it did; where the portal is out of reach there is nothing to copy
 */
async function copyFetched(fetchText: () => Promise<string | null>): Promise<boolean> {
  const text = callAction(fetchText, undefined, []).then((got) => (isSubmitFailure(got) ? null : got))
  const copied = copyWhenKnown(text)
  await text
  return copied
}

/**
 * A browser allows the clipboard for a moment after a press only, so the promise itself is handed over where that is
 * possible (Safari insists on it).
 */
async function copyWhenKnown(text: Promise<string | null>): Promise<boolean> {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) {
    const value = await text
    return value !== null && copyText(value)
  }
  const blob = text.then((value) => {
    if (value === null) throw new Error('nothing to copy')
    return new Blob([value], { type: 'text/plain' })
  })
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).then(
    () => true,
    () => false,
  )
}
