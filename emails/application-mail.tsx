import type { ReactNode } from 'react'
import { Layout } from './layout'
import { Paragraph } from './parts'
import type { Locale } from './wording'

type Props = {
  locale: Locale
  title: string
  /** What happened to the application; inboxes also show it after the subject. */
  intro: string
  environment: 'sandbox' | 'production'
  children: ReactNode
}

/** An e-mail about one application, to the people who own or share it. */
export function ApplicationMail({ locale, title, intro, environment, children }: Props) {
  return (
    <Layout locale={locale} title={title} preview={intro} because="application" environment={environment}>
      <Paragraph>{intro}</Paragraph>
      {children}
    </Layout>
  )
}
