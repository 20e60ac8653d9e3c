'use client'

import { unstable_isUnrecognizedActionError as isStaleForm } from 'next/navigation'
import { DeadEnd } from '@/components/dead-end'
import { type FailureTexts, useFailureTexts } from '@/components/failure-texts'
import { buttonLook } from '@/components/ui/button-look'
import { errorDigestOf } from '@/components/unavailable'

type Props = { error: unknown; retry: () => void }

/** The error boundary's page, which is rendered in the browser only. */
export function ErrorFallback({ error, retry }: Props) {
  const t = useFailureTexts()
  if (!t) return null
  if (isStaleForm(error)) return <Unsent kicker={`409 · ${t.stale.kicker}`} words={t.stale} />
  const digest = errorDigestOf(error)
  // The portal gives each of its own errors a digest: this one never reached it, or its response did not come back.
  if (!digest) return <Unsent words={{ ...t.stale, ...t.lost }} />
  return (
    <DeadEnd
      kicker={`500 · ${t.failure.kicker}`}
      title={t.failure.title}
      body={t.failure.body}
      reference={{ label: t.reference, value: digest }}
      support={{ label: t.support, email: supportEmail() }}
      actions={
        <>
          <button type="button" className={buttonLook()} onClick={retry}>
            {t.retry}
          </button>
          {/* A full load: the state in the browser's memory may be the cause. */}
          <a href="/" className={buttonLook({ variant: 'secondary' })}>
            {t.home}
          </a>
        </>
      }
    >
      <Typed title={t.stale.typed} />
    </DeadEnd>
  )
}

type Words = Pick<FailureTexts['stale'], 'title' | 'body' | 'open' | 'typed'>

/** A form that was not received. */
function Unsent({ kicker, words }: { kicker?: string; words: Words }) {
  return (
    <DeadEnd
      kicker={kicker}
      title={words.title}
      body={words.body}
      actions={
        <button type="button" className={buttonLook()} onClick={() => window.location.reload()}>
          {words.open}
        </button>
      }
    >
      <Typed title={words.typed} />
    </DeadEnd>
  )
}

/** Without this, what was typed would be lost with its form. */
function Typed({ title }: { title: string }) {
  const typed = latestInput()
  if (typed.length === 0) return null
  return (
    <section className="grid w-full gap-2" aria-labelledby="typed">
      <h2 id="typed" className="text-lg">
        {title}
      </h2>
      <dl className="grid gap-2 rounded border border-line bg-raised p-4">
        {typed.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="select-all whitespace-pre-wrap break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The root layout leaves it in the document, as nothing is sent to an error boundary. */
function supportEmail() {
  return typeof document === 'undefined' ? '' : (document.documentElement.dataset.support ?? '')
}

/** A field's label and its text. */
type LabelledInput = { label: string; text: string }

let latest: LabelledInput[] = []

/**
 * What was typed into the last submitted form, except passwords and codes, in case the form was not received. Only this
 * page keeps it, in memory.
 */
function latestInput(): LabelledInput[] {
  return latest
}

// React intercepts the form before it leaves the browser: the capture phase comes before that.
if (typeof document !== 'undefined')
  document.addEventListener('submit', ({ target }) => note(target as HTMLFormElement), { capture: true })

function note(form: HTMLFormElement): void {
  latest = [...form.elements]
    .filter((each): each is HTMLInputElement | HTMLTextAreaElement =>
      each.matches('textarea, input:is([type=text], [type=email], [type=search], [type=tel], [type=url])'),
    )
    .filter(({ name, value }) => value.trim() && !/password|passkey|code/i.test(name))
    .map(({ labels, name, value }) => ({ label: labels?.[0]?.textContent?.trim() || name, text: value }))
}
