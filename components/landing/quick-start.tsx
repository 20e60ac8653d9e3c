import { useTranslations } from 'next-intl'
import { CounterNumber, LandingSection } from '@/components/landing/section'
import { CodeBlock } from '@/components/ui/code-block'

const tokenRequest = `curl "$AUTH_URL/oauth/token" \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET"`

const balanceRequest = `curl "$BASE_URL/api/eWallet/v1/account?msisdn=$MSISDN" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`

/** From start to first balance: the steps on the left, the commands on the right. */
export function QuickStart() {
  const t = useTranslations('landing.steps')
  const steps = [
    { title: t('one'), body: t('oneBody') },
    { title: t('two'), body: t('twoBody') },
    { title: t('three'), body: t('threeBody') },
  ]
  return (
    <LandingSection
      id="quick-start"
      title={t('title')}
      lead={t('lead')}
      className="border-line border-y bg-surface"
    >
      <div className="grid items-start gap-10 lg:grid-cols-[5fr_6fr]">
        <ol className="grid gap-8">
          {steps.map((step, index) => (
            <li key={step.title} className="flex gap-4">
              <CounterNumber className="bg-accent-soft text-accent">{String(index + 1)}</CounterNumber>
              <div className="grid gap-1">
                <h3 className="text-lg">{step.title}</h3>
                <p className="text-muted">{step.body}</p>
              </div>
            </li>
          ))}
        </ol>
        <Commands />
      </div>
    </LandingSection>
  )
}

function Commands() {
  const t = useTranslations('landing.steps')
  return (
    <div className="grid min-w-0 gap-4">
      <CodeBlock code={tokenRequest} title={t('codeToken')} copyName={t('copyToken')}>
        <Variables code={tokenRequest} />
      </CodeBlock>
      <CodeBlock code={balanceRequest} title={t('codeBalance')} copyName={t('copyBalance')}>
        <Variables code={balanceRequest} />
      </CodeBlock>
      <p className="text-muted text-sm">{t('codeNote')}</p>
    </div>
  )
}

/** The same text with the placeholders marked. */
function Variables({ code }: { code: string }) {
  return (
    <>
      {code.split(/(\$[A-Z_]+)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
        <span key={index} className={index % 2 ? 'text-[#f5c04a]' : undefined}>
          {part}
        </span>
      ))}
    </>
  )
}
