import { ButtonLink } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { Notice } from '@/components/ui/notice'

export type RecoveryCodesLabels = Record<
  'codesTitle' | 'codesLead' | 'codes' | 'copy' | 'copied' | 'continue',
  string
>

type Props = { codes: string[]; next: string; labels: RecoveryCodesLabels }

/** Recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes, next, labels }: Props) {
  return (
    <div className="grid gap-5">
      <Notice tone="warning" title={labels.codesTitle} role="status">
        {labels.codesLead}
      </Notice>
      <CodeBlock
        code={codes.join('\n')}
        title={labels.codes}
        copyLabel={labels.copy}
        copiedLabel={labels.copied}
      />
      <div>
        <ButtonLink href={next}>{labels.continue}</ButtonLink>
      </div>
    </div>
  )
}
