import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import type { Environment } from './define-mail'
import { colours, fonts, styleSheet } from './look'
import { Masthead } from './masthead'
import { useMessage } from './message-context'
import { EnvironmentBadge, Paragraph } from './parts'
import type { Because } from './texts'

type LayoutProps = {
  /** The line that inboxes show after the subject, if it is not the first paragraph. */
  preview?: string
  because: Because
  environment?: Environment
  children?: ReactNode
}

/** The frame of every message. It is self-contained: no image, font or style sheet is fetched. */
export function Layout(props: LayoutProps) {
  const { preview, because, environment, children } = props
  const { locale, brand, say } = useMessage()
  const { colours: own, supportEmail } = brand
  const title = say('title')
  // What gives its own line has no first paragraph of ours.
  const intro = preview === undefined ? say('intro') : undefined
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{title}</title>
        <style>{styleSheet(own)}</style>
      </Head>
      <Body className="g-page" style={{ backgroundColor: colours.page, margin: 0, fontFamily: fonts.text }}>
        <Preview>{preview ?? intro ?? ''}</Preview>
        <div lang={locale} className="g-outer" style={{ padding: '32px 16px' }}>
          <Container style={{ maxWidth: 600 }}>
            <Masthead tagline={say('tagline')} />
            <Section
              className={environment ? `g-card g-bar-${environment}` : 'g-card'}
              style={
                environment
                  ? { ...cardStyle, borderTop: `4px solid ${colours[`${environment}Bar`]}` }
                  : cardStyle
              }
            >
              {environment && <EnvironmentBadge environment={environment} />}
              <Heading as="h1" className="g-title g-ink" style={titleStyle}>
                {title}
              </Heading>
              {intro && <Paragraph text="intro" />}
              {children}
            </Section>
            <Footer
              lines={[
                say(`because.${because}`),
                say('never'),
                ...(supportEmail ? [say('support', { supportEmail })] : []),
              ]}
            />
          </Container>
        </div>
      </Body>
    </Html>
  )
}

function Footer({ lines }: { lines: string[] }) {
  const style = { margin: '0 0 6px', fontSize: 13, lineHeight: '19px', color: colours.muted }
  return (
    <Section data-footer style={{ padding: '16px 4px 0' }}>
      {lines.map((line) => (
        <Text key={line} className="g-muted" style={style}>
          {line}
        </Text>
      ))}
    </Section>
  )
}

const cardStyle = {
  backgroundColor: colours.card,
  border: `1px solid ${colours.line}`,
  borderRadius: 12,
  padding: '28px 36px 14px',
  // `border-radius` has no effect on tables with collapsed borders.
  borderCollapse: 'separate' as const,
}
const titleStyle = {
  margin: '0 0 16px',
  fontSize: 24,
  lineHeight: '31px',
  fontWeight: 700,
  letterSpacing: '-0.3px',
  color: colours.ink,
}
