import { getTranslations } from 'next-intl/server'
import { CodeBlock } from '@/components/ui/code-block'
import { secretScannerPattern } from '@/lib/credentials/secret'
import { Paragraph, Points, Section, tags } from '../prose'

export async function Production() {
  const t = await getTranslations('docs.production')
  return (
    <Section id="production" title={t('title')}>
      <Points ordered items={(['one', 'two', 'three', 'four'] as const).map((key) => t.rich(key, tags))} />
    </Section>
  )
}

export async function Security() {
  const t = await getTranslations('docs')
  const points = ['server', 'rotate', 'leak', 'log', 'account', 'scan'] as const
  return (
    <Section id="security" title={t('security.title')}>
      <Points items={points.map((key) => t(`security.${key}`))} />
      <CodeBlock
        title="RegExp"
        code={secretScannerPattern.source}
        copyLabel={t('copy')}
        copyName={`${t('copy')}: ${t('security.scan')}`}
        copiedLabel={t('copied')}
      />
    </Section>
  )
}

export async function Versions() {
  const t = await getTranslations('docs.versions')
  return (
    <Section id="versions" title={t('title')}>
      <Paragraph>{t.rich('p1', tags)}</Paragraph>
    </Section>
  )
}
