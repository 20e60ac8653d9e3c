import { useTranslations } from 'next-intl'
import { LandingSection } from '@/components/landing/section'
import { balanceRequest, Variables } from '@/components/landing/snippet'
import { CodeBlock } from '@/components/ui/code-block'

const tokenRequest = `curl "$AUTH_URL/oauth/token" \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET"`

/** The two calls that every program makes. */
export function QuickStart() {
  const t = useTranslations('landing.steps')
  const balance = balanceRequest('$MSISDN')
  return (
    <LandingSection id="quick-start" title={t('title')} lead={t('lead')}>
      <div className="grid gap-4 lg:grid-cols-2">
        <CodeBlock code={tokenRequest} title={t('codeToken')} copyName={t('copyToken')}>
          <Variables code={tokenRequest} />
        </CodeBlock>
        <CodeBlock code={balance} title={t('codeBalance')} copyName={t('copyBalance')}>
          <Variables code={balance} />
        </CodeBlock>
      </div>
    </LandingSection>
  )
}
