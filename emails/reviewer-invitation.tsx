import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Paragraph, SmallPrint } from './parts'
import { hours, link } from './props'
import { hoursLong, product } from './wording'

export default defineMail({
  props: z.object({
    link,
    hours,
    role: z.enum(['reviewer', 'administrator']),
    /** Whether the link's page offers a new one once it has expired. */
    renewable: z.boolean().optional(),
  }),
  texts: {
    en: {
      subjectReviewer: `Activate your reviewer account with ${product}`,
      subjectAdministrator: `Activate your administrator account with ${product}`,
      titleReviewer: 'You’re invited to review applications',
      titleAdministrator: 'You’re invited as an administrator',
      introReviewer: 'Reviewers decide which applications can be used in Production.',
      introAdministrator:
        'Administrators review applications, invite reviewers, and manage developers and the audit log.',
      next: 'Choose a password on the page below. You’ll then set up two-factor authentication, because you’ll see other people’s documents.',
      action: 'Activate account',
      expiry: (hours: string) =>
        `The link can be used once and expires in ${hours}. After that, ask for a new invitation.`,
      renewal: (hours: string) =>
        `The link can be used once and expires in ${hours}. After that, the page offers a new one.`,
    },
    fr: {
      subjectReviewer: `Activez votre compte de vérificateur sur ${product}`,
      subjectAdministrator: `Activez votre compte d’administrateur sur ${product}`,
      titleReviewer: 'Vous êtes invité à rejoindre l’équipe de vérification',
      titleAdministrator: `Vous êtes invité à administrer ${product}`,
      introReviewer: 'Les vérificateurs décident quelles applications peuvent être utilisées en Production.',
      introAdministrator:
        'Les administrateurs examinent les applications, invitent des vérificateurs et gèrent les développeurs et le journal d’audit.',
      next: 'Choisissez un mot de passe sur la page ci-dessous. Vous configurerez ensuite la double authentification, car vous verrez les documents d’autres personnes.',
      action: 'Activer le compte',
      expiry: (hours: string) =>
        `Le lien est utilisable une fois et expire dans ${hours}. Passé ce délai, demandez une nouvelle invitation.`,
      renewal: (hours: string) =>
        `Le lien est utilisable une fois et expire dans ${hours}. La page en propose ensuite un nouveau.`,
    },
  },
  subject: ({ text }, { role }) => (role === 'reviewer' ? text.subjectReviewer : text.subjectAdministrator),
  body: ({ text, locale }, { link, hours, role, renewable }) => (
    <Layout
      title={role === 'reviewer' ? text.titleReviewer : text.titleAdministrator}
      intro={role === 'reviewer' ? text.introReviewer : text.introAdministrator}
      because="invitation"
    >
      <Paragraph>{text.next}</Paragraph>
      <Action link={link} label={text.action} />
      <SmallPrint>{(renewable ? text.renewal : text.expiry)(hoursLong(hours, locale))}</SmallPrint>
    </Layout>
  ),
})
