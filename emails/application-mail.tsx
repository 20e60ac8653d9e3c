import type { ReactNode } from 'react'
import { Layout } from './layout'
import { Paragraph } from './parts'
import type { Locale } from './wording'

type Props = {
  locale: Locale
  title: string
  /** What became of the application; also what an inbox shows beside the subject. */
  intro: string
  environment: 'sandbox' | 'production'
  children: ReactNode
}

/** A mail about one application, to those who own or share it. */
export function ApplicationMail({ locale, title, intro, environment, children }: Props) {
  return (
    <Layout locale={locale} title={title} preview={intro} because="application" environment={environment}>
      <Paragraph>{intro}</Paragraph>
      {children}
    </Layout>
  )
}
