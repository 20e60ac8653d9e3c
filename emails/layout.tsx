import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import { colours, fonts, logoId, mark, styleSheet } from './brand'
import type { Environment } from './define-mail'
import { EnvironmentBadge, Paragraph, useMessage } from './parts'
import { type Because, product } from './texts'

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

/**
 * A band in the brand's colour with an operator's logo, which the message itself contains, as many mail programs load
 * nothing. Everything else is drawn with table cells.
 */
function Masthead({ tagline }: { tagline: string }) {
  const { brand, brandInk: color } = useMessage().brand.colours
  return (
    <table
      data-skip-in-text
      role="presentation"
      cellPadding="0"
      cellSpacing="0"
      width="100%"
      style={{ ...bandStyle, backgroundColor: brand }}
    >
      <tbody>
        <tr>
          <Mark />
          <td style={{ color, paddingLeft: 12, fontSize: 18, lineHeight: '34px' }}>
            <strong style={{ letterSpacing: '-0.2px' }}>{product}</strong>
            <span style={{ fontSize: 14, paddingLeft: 8 }}>{tagline}</span>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Mark() {
  const { logo, initial } = useMessage().brand
  // On white, as a logo may have the band's colour.
  if (logo)
    return (
      <td width={logo.width + 12} style={{ ...markStyle, backgroundColor: '#ffffff', padding: 6 }}>
        {/* biome-ignore lint/performance/noImgElement: an e-mail knows no Next */}
        <img {...logo} src={`cid:${logoId}`} alt="" style={{ display: 'block' }} />
      </td>
    )
  return (
    <td aria-hidden="true" width="34" height="34" style={{ ...markStyle, backgroundColor: '#ffffff' }}>
      {initial === null ? <Counter /> : <Initial letter={initial} />}
    </td>
  )
}

/** Guichet's mark: a counter window. */
function Counter() {
  return (
    <>
      <div style={archStyle}>
        <div style={windowStyle} />
      </div>
      <div style={ledgeStyle} />
    </>
  )
}

function Initial({ letter }: { letter: string }) {
  return (
    <div style={{ color: '#10211d', fontSize: 18, fontWeight: 700, lineHeight: '34px', textAlign: 'center' }}>
      {letter}
    </div>
  )
}

const bandStyle = {
  margin: '0 0 16px',
  padding: '12px 20px',
  borderRadius: 12,
  borderCollapse: 'separate' as const,
}
const markStyle = { borderRadius: 8, verticalAlign: 'middle' }
const archStyle = {
  width: 14,
  margin: '0 auto',
  paddingTop: 5,
  border: `2px solid ${mark.arch}`,
  borderBottom: 0,
  borderRadius: '9px 9px 0 0',
}
const windowStyle = {
  width: 6,
  height: 8,
  margin: '0 auto',
  borderRadius: '1px 1px 0 0',
  backgroundColor: mark.window,
}
const ledgeStyle = { width: 22, height: 2, margin: '0 auto', borderRadius: 2, backgroundColor: mark.arch }
