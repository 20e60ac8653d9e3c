import { Body, Container, Head, Heading, Html, Preview, Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { colours, fonts, mark, styleSheet } from './look'
import { EnvironmentBadge } from './parts'
import type { Locale } from './wording'

export const texts = {
  en: {
    tagline: 'developer portal',
    never: 'Guichet never asks for a password or a client secret by e-mail.',
    address: 'You’re receiving this because this address was entered on Guichet.',
    safety:
      'You’re receiving this because it concerns the security of your Guichet account. Security notifications can’t be turned off.',
    application: 'You’re receiving this because you have access to this application on Guichet.',
    hints:
      'You’re receiving this, at most once a day, because recommendations are turned on in your account.',
    invitation: 'You’re receiving this because this address was invited to Guichet.',
    removedMember: 'You’re receiving this because you had access to this application on Guichet.',
    reviewer: 'You’re receiving this because you review submissions on Guichet.',
    administrator: 'You’re receiving this because you are an administrator of Guichet.',
    validation:
      'You’re receiving this because you take part in the validation of this application on Guichet.',
  },
  fr: {
    tagline: 'portail des développeurs',
    never: 'Guichet ne demande jamais de mot de passe ni de secret client par e-mail.',
    address: 'Vous recevez cet e-mail parce que cette adresse a été saisie sur Guichet.',
    safety:
      'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte Guichet. Il ne peut pas être désactivé.',
    application: 'Vous recevez cet e-mail parce que vous avez accès à cette application sur Guichet.',
    hints:
      'Vous recevez cet e-mail, au plus une fois par jour, parce que les recommandations sont activées dans votre compte.',
    invitation: 'Vous recevez cet e-mail parce que cette adresse a été invitée sur Guichet.',
    removedMember: 'Vous recevez cet e-mail parce que vous partagiez cette application sur Guichet.',
    reviewer: 'Vous recevez cet e-mail parce que vous examinez des demandes sur Guichet.',
    administrator: 'Vous recevez cet e-mail parce que vous administrez Guichet.',
    validation:
      'Vous recevez cet e-mail parce que vous participez à la validation de cette application sur Guichet.',
  },
}

type LayoutProps = {
  locale: Locale
  /** The heading, also the document title that screen readers announce. */
  title: string
  /** The line that inboxes show after the subject. */
  preview: string
  /** Why the reader gets this message, for its footer. */
  because: Exclude<keyof typeof texts.en, 'tagline' | 'never'>
  environment?: 'sandbox' | 'production'
  children: ReactNode
}

/** The frame of every message. It is self-contained: no image, font or style sheet is fetched. */
export function Layout({ locale, title, preview, because, environment, children }: LayoutProps) {
  const text = texts[locale]
  const bar = environment ? colours[`${environment}Bar`] : colours.brand
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{title}</title>
        <style>{styleSheet}</style>
      </Head>
      <Body className="g-page" style={{ backgroundColor: colours.page, margin: 0, fontFamily: fonts.text }}>
        <Preview>{preview}</Preview>
        <div lang={locale} className="g-outer" style={{ padding: '32px 16px' }}>
          <Container style={{ maxWidth: 600 }}>
            <Masthead tagline={text.tagline} />
            <Section
              className={`g-card g-bar-${environment ?? 'plain'}`}
              style={{ ...cardStyle, borderTop: `4px solid ${bar}` }}
            >
              {environment && <EnvironmentBadge environment={environment} />}
              <Heading as="h1" className="g-title g-ink" style={titleStyle}>
                {title}
              </Heading>
              {children}
            </Section>
            <Footer lines={[text[because], text.never]} />
          </Container>
        </div>
      </Body>
    </Html>
  )
}

/** The mark is a counter window, drawn with table cells because many mail programs hide or block pictures. */
function Masthead({ tagline }: { tagline: string }) {
  return (
    <table
      data-skip-in-text
      role="presentation"
      cellPadding="0"
      cellSpacing="0"
      style={{ margin: '0 0 16px 4px' }}
    >
      <tbody>
        <tr>
          <td aria-hidden="true" width="34" height="34" style={markStyle}>
            <div style={archStyle}>
              <div style={windowStyle} />
            </div>
            <div style={ledgeStyle} />
          </td>
          <td style={{ paddingLeft: 12, fontSize: 18, lineHeight: '34px' }}>
            <strong className="g-ink" style={{ color: colours.ink, letterSpacing: '-0.2px' }}>
              Guichet
            </strong>
            <span className="g-muted" style={{ color: colours.muted, fontSize: 14, paddingLeft: 8 }}>
              {tagline}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
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
const markStyle = { backgroundColor: mark.tile, borderRadius: 8, verticalAlign: 'middle' }
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
