import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { Locale } from './wording'

type Props = { locale: Locale; title: string; intro: string; warning: string }

/** What changed about who gets into an account, and what to do if it was someone else. */
export function SafetyNotice({ locale, title, intro, warning }: Props) {
  return (
    <Layout locale={locale} title={title} preview={intro} because="safety">
      <Paragraph>{intro}</Paragraph>
      <Callout>{warning}</Callout>
    </Layout>
  )
}
