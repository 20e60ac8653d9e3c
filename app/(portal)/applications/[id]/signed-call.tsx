import { getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { Code } from '@/components/code/code'
import { highlight } from '@/components/code/highlight'
import { signedCall } from '@/components/snippets/signed-call'
import { CodeBlock } from '@/components/ui/code-block'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'

type Props = { application: Pick<Application, 'environment' | 'clientId'> }

/** How a program signs its requests for a token: the portal cannot, as it does not have the private key. */
export async function SignedCall({ application: { environment, clientId } }: Props) {
  const t = await getTranslations('applications.signedCall')
  const snippet = signedCall({ ...gatewayAddresses(environment), clientId })
  return (
    <Section title={t('title')} id="first-call" className="scroll-mt-6">
      <div className="grid min-w-0 gap-4">
        <p className="-mt-2 text-muted text-sm">
          {t('lead')} <TextLink href="/docs/keys">{t('guide')}</TextLink>
        </p>
        <CodeBlock code={snippet.code} title={snippet.file}>
          <Code parts={await highlight(snippet.code, 'javascript')} />
        </CodeBlock>
        <p className="text-muted text-sm">{t('run', { command: snippet.command })}</p>
      </div>
    </Section>
  )
}
