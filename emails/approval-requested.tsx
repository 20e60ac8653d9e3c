import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Details } from './parts'
import { link, nonEmpty } from './props'
import { oneLine, product } from './wording'

export default defineMail({
  props: z.object({ personEmail: nonEmpty, link }),
  texts: {
    en: {
      subject: `New developer awaiting approval on ${product}`,
      title: 'A new developer awaits approval',
      intro:
        'Someone activated an account. They can’t create applications until an administrator approves them.',
      address: 'E-mail address',
      action: 'Review the developer',
    },
    fr: {
      subject: `Nouveau développeur en attente d’approbation sur ${product}`,
      title: 'Un nouveau développeur attend votre approbation',
      intro:
        'Un compte vient d’être activé. Il ne permet pas de créer d’application avant l’approbation d’un administrateur.',
      address: 'Adresse e-mail',
      action: 'Examiner le compte',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { personEmail, link }) => (
    <Layout title={text.title} intro={text.intro} because="administrator">
      <Details rows={[{ label: text.address, value: oneLine(personEmail, 254) }]} />
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
