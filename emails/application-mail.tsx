import type { ReactNode } from 'react'
import { Layout } from './layout'
import { Paragraph } from './parts'
import { environmentName, type Locale, quoted } from './wording'

type Props = {
  locale: Locale
  text: { title: string; intro: (name: string, environment: string) => string }
  applicationName: string
  environment: 'sandbox' | 'production'
  children: ReactNode
}

/** A mail that begins with what became of one application. */
export function ApplicationMail({ locale, text, applicationName, environment, children }: Props) {
  const intro = text.intro(quoted(applicationName, locale), environmentName(environment))
  return (
    <Layout
      locale={locale}
      title={text.title}
      preview={intro}
      because="application"
      environment={environment}
    >
      <Paragraph>{intro}</Paragraph>
      {children}
    </Layout>
  )
}
