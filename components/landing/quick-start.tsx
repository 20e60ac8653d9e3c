import { useTranslations } from 'next-intl'
import { LandingSection } from '@/components/landing/section'
import { balanceRequest, Variables } from '@/components/landing/snippet'
import { CodeBlock } from '@/components/ui/code-block'

const requests = `curl "$AUTH_URL/oauth/token" \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET"

${balanceRequest('$MSISDN')}`

/** The two calls that every program makes. */
export function QuickStart() {
  const t = useTranslations('landing.steps')
  return (
    <LandingSection id="quick-start" title={t('title')} lead={t('lead')}>
      <CodeBlock code={requests} title="curl" copyName={t('copy')}>
        <Variables code={requests} />
      </CodeBlock>
    </LandingSection>
  )
}
