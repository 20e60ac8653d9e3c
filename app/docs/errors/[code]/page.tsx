import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { PageHeader } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import { getSettings } from '@/lib/env'
import { Code, Paragraph } from '../../prose'
import { type ErrorCode, errorCodes, isErrorCode } from '../codes'

type Props = { params: Promise<{ code: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const code = await requireCode(params)
  const t = await getTranslations('docs.codes')
  return { title: `${code}: ${t(`${code}.title`)}`, description: t(`${code}.cause`) }
}

/** What `type` in a problem+json answer leads to, and its like for the token endpoint's codes. */
export default async function ErrorCodePage({ params }: Props) {
  const code = await requireCode(params)
  const t = await getTranslations('docs')
  const { places, statuses, retry } = errorCodes[code]
  return (
    <>
      <PageHeader
        title={t(`codes.${code}.title`)}
        breadcrumbs={[
          { href: '/docs', label: t('title') },
          { href: '/docs/errors', label: t('errorPage.index') },
        ]}
        badges={
          <>
            <Code>{code}</Code>
            {statuses.map((status) => (
              <Badge key={status}>{status}</Badge>
            ))}
          </>
        }
      />
      <div className="grid gap-8">
        <DefinitionList
          items={[
            { term: t('errorPage.where'), value: places.map((place) => t(`errorPage.${place}`)).join(', ') },
            { term: t('errorPage.retry'), value: t(retry ? 'errorPage.retryYes' : 'errorPage.retryNo') },
          ]}
        />
        <Part title={t('errorPage.cause')} text={t(`codes.${code}.cause`)} />
        <Part title={t('errorPage.fix')} text={t(`codes.${code}.fix`)} />
        <CodeBlock
          title={t('errorPage.example')}
          code={exampleOf(code)}
          copyLabel={t('copy')}
          copiedLabel={t('copied')}
        />
        <p>
          <TextLink href="/docs/errors">{t('errorPage.all')}</TextLink>
        </p>
      </div>
    </>
  )
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{title}</h2>
      <Paragraph>{text}</Paragraph>
    </section>
  )
}

async function requireCode(params: Props['params']): Promise<ErrorCode> {
  const { code } = await params
  return isErrorCode(code) ? code : notFound()
}

function exampleOf(code: ErrorCode): string {
  const { places, statuses } = errorCodes[code]
  const body = places.includes('token')
    ? { error: code, error_description: '…' }
    : {
        type: `${getSettings().PORTAL_URL}/docs/errors/${code}`,
        title: '…',
        status: statuses[0],
        detail: '…',
        instance: 'urn:uuid:0190b1d2-7c1b-7000-8000-000000000000',
        code,
        ...(code === 'invalid_msisdn' && { errors: [{ parameter: 'msisdn', message: '…' }] }),
      }
  return JSON.stringify(body, null, 2)
}
