import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Details } from './parts'
import { count, instant, link, nonEmpty } from './props'
import { moment, product } from './wording'

export default defineMail({
  props: z.object({ version: count, link, sha256: nonEmpty, at: instant }),
  texts: {
    en: {
      subject: `You accepted the terms of ${product}`,
      title: 'You accepted the terms',
      intro: 'Keep this e-mail as a receipt.',
      version: 'Version',
      at: 'Accepted on',
      digest: 'SHA-256 of the text',
      action: 'Read this version',
    },
    fr: {
      subject: `Vous avez accepté les conditions d’utilisation de la plateforme ${product}`,
      title: 'Vous avez accepté les conditions d’utilisation',
      intro: 'Conservez cet e-mail comme reçu.',
      version: 'Numéro de version',
      at: 'Acceptées le',
      digest: 'SHA-256 du texte',
      action: 'Lire cette version',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, locale }, { version, at, sha256, link }) => (
    <Layout title={text.title} intro={text.intro} because="account">
      <Details
        rows={[
          { label: text.version, value: String(version) },
          { label: text.at, value: moment(at, locale) },
          { label: text.digest, value: sha256, code: true },
        ]}
      />
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
