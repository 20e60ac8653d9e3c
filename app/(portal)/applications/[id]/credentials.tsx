'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useActionState } from 'react'
import { FirstCall, type FirstCallLabels } from '@/components/snippets/first-call'
import type { SnippetInput } from '@/components/snippets/snippets'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { controlLook, FieldError, FieldHint } from '@/components/ui/field'
import { SubmitButton } from '@/components/ui/submit-button'

type State = { value?: string; error?: string }

export type CredentialsLabels = Record<
  | 'title'
  | 'clientSecret'
  | 'unavailable'
  | 'reveal'
  | 'hide'
  | 'copy'
  | 'copied'
  | 'copyFailed'
  | 'secretHint'
  | 'firstCall',
  string
>

type Props = {
  /** Client id and addresses, which need no script. */
  children: ReactNode
  labels: CredentialsLabels
  firstCallLabels: FirstCallLabels
  /** What the first call does, and where to read more. */
  firstCallLead: ReactNode
  snippet: Omit<SnippetInput, 'clientSecret'>
  /** Whether a secret may be shown, in this state and to who looks. */
  available: boolean
  /** Whether copying a snippet puts the secret in, without asking for a confirmation first. */
  completeCopies: boolean
  /** Where the calls can be downloaded as a collection. */
  collection: string
  reveal: (state: State, form: FormData) => Promise<State>
  copySecret: () => Promise<string | null>
}

/**
 * Credentials and the first call: together, because revealing the secret puts it into the snippets too. Whoever mounts
 * it gives it the secret's id as key, so that a rotation forgets what was shown.
 */
export function Credentials(props: Props) {
  const { children, labels, available, copySecret } = props
  const [{ value: secret, error }, action] = useActionState(props.reveal, {} as State)
  const getSecret = async () => secret ?? (await copySecret())
  return (
    <>
      <Card title={labels.title} id="credentials" className="scroll-mt-6">
        <div className="grid gap-5">
          {children}
          {available ? (
            <form action={action} className="grid gap-1.5">
              <label htmlFor="client-secret" className="font-medium text-sm">
                {labels.clientSecret}
              </label>
              <FieldHint id="client-secret" hint={labels.secretHint} />
              <div className="flex flex-wrap items-center gap-2">
                <SecretInput secret={secret} error={error} />
                <SubmitButton
                  name="intent"
                  value={secret ? 'hide' : 'reveal'}
                  variant="secondary"
                  size="small"
                  className="[&>span]:inline-flex [&>span]:items-center [&>span]:gap-2"
                >
                  {secret ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
                  {secret ? labels.hide : labels.reveal}
                </SubmitButton>
                <CopyButton
                  text={getSecret}
                  label={labels.copy}
                  copiedLabel={labels.copied}
                  failedLabel={labels.copyFailed}
                />
              </div>
              <FieldError id="client-secret" error={error} />
            </form>
          ) : (
            <div className="grid gap-1.5">
              <p className="font-medium text-sm">{labels.clientSecret}</p>
              <p className="rounded-lg border border-line-strong border-dashed px-3 py-2.5 text-muted text-sm">
                {labels.unavailable}
              </p>
            </div>
          )}
        </div>
      </Card>
      <Card title={labels.firstCall} id="first-call" className="scroll-mt-6">
        <p className="mb-4 text-muted text-sm">{props.firstCallLead}</p>
        <FirstCall
          labels={props.firstCallLabels}
          snippet={{ ...props.snippet, clientSecret: secret ?? null }}
          available={available}
          getSecret={props.completeCopies ? getSecret : null}
          collection={props.collection}
        />
      </Card>
    </>
  )
}

function SecretInput({ secret, error }: { secret: string | undefined; error: string | undefined }) {
  return (
    <input
      id="client-secret"
      readOnly
      value={secret ?? '•'.repeat(24)}
      data-secret={secret ? '' : undefined}
      autoComplete="off"
      spellCheck={false}
      aria-invalid={error ? true : undefined}
      aria-describedby={`client-secret-hint${error ? ' client-secret-error' : ''}`}
      className={`${controlLook(error)} min-w-0 flex-1 basis-64 font-mono text-sm`}
    />
  )
}
