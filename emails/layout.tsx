import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import { colours, fonts, styleSheet } from './look'
import { Masthead } from './masthead'
import { useMessage } from './message-context'
import { EnvironmentBadge, Paragraph } from './parts'
import { product } from './wording'

export const texts = {
  en: {
    tagline: 'developer portal',
    support: (address: string) => `Questions? Write to ${address}.`,
    never: `${product} never asks for a password or a client secret by e-mail.`,
    address: `You’re receiving this because this address was entered on ${product}.`,
    safety: `You’re receiving this because it concerns the security of your ${product} account. Security notifications can’t be turned off.`,
    account: `You’re receiving this because you have an account with ${product}.`,
    application: `You’re receiving this because you have access to this application on ${product}.`,
    organisation: `You’re receiving this because you belong to this organisation on ${product}.`,
    hints:
      'You’re receiving this, at most once a day, because recommendations are turned on in your account.',
    invitation: `You’re receiving this because this address was invited to ${product}.`,
    removedMember: `You’re receiving this because you had access to it on ${product}.`,
    reviewer: `You’re receiving this because you review submissions on ${product}.`,
    administrator: `You’re receiving this because you are an administrator of ${product}.`,
    validation: `You’re receiving this because you take part in this validation on ${product}.`,
  },
  fr: {
    tagline: 'portail des développeurs',
    support: (address: string) => `Une question ? Écrivez à ${address}.`,
    never: `${product} ne demande jamais de mot de passe ni de secret client par e-mail.`,
    address: `Vous recevez cet e-mail parce que cette adresse a été saisie sur ${product}.`,
    safety: `Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte ${product}. Il ne peut pas être désactivé.`,
    account: `Vous recevez cet e-mail parce que vous avez un compte sur ${product}.`,
    application: `Vous recevez cet e-mail parce que vous avez accès à cette application sur ${product}.`,
    organisation: `Vous recevez cet e-mail parce que vous faites partie de cette organisation sur ${product}.`,
    hints:
      'Vous recevez cet e-mail, au plus une fois par jour, parce que les recommandations sont activées dans votre compte.',
    invitation: `Vous recevez cet e-mail parce que cette adresse a été invitée sur ${product}.`,
    removedMember: `Vous recevez cet e-mail parce que vous y aviez accès sur ${product}.`,
    reviewer: `Vous recevez cet e-mail parce que vous examinez des demandes sur ${product}.`,
    administrator: `Vous recevez cet e-mail parce que vous administrez ${product}.`,
    validation: `Vous recevez cet e-mail parce que vous participez à cette validation sur ${product}.`,
  },
}

type LayoutProps = {
  /** The heading, also the document title that screen readers announce. */
  title: string
  /** The first paragraph. */
  intro?: string
  /** The line that inboxes show after the subject, if it is not the first paragraph. */
  preview?: string
  children?: ReactNode
} & ({ because: Because; environment?: Environment } | { because?: Because; environment: Environment })

/** Why the reader gets this message, for its footer; unless given, what has an environment is about an application. */
export type Because = Exclude<keyof typeof texts.en, 'tagline' | 'never' | 'support'>
type Environment = 'sandbox' | 'production'

/** The frame of every message. It is self-contained: no image, font or style sheet is fetched. */
export function Layout(props: LayoutProps) {
  const { title, intro, preview = intro, because = 'application', environment, children } = props
  const { locale, brand } = useMessage()
  const { accent, supportEmail } = brand
  const text = texts[locale]
  const bar = environment ? colours[`${environment}Bar`] : accent.light.accent
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{title}</title>
        <style>{styleSheet(accent)}</style>
      </Head>
      <Body className="g-page" style={{ backgroundColor: colours.page, margin: 0, fontFamily: fonts.text }}>
        <Preview>{preview ?? ''}</Preview>
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
              {intro && <Paragraph>{intro}</Paragraph>}
              {children}
            </Section>
            <Footer
              lines={[text[because], text.never, ...(supportEmail ? [text.support(supportEmail)] : [])]}
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
