import { z } from 'zod'
import { defineMail } from './define-mail'
import { LimitNotice } from './limit-notice'
import { inEnvironment } from './props'
import { wholeNumber } from './wording'

export default defineMail({
  props: inEnvironment.extend({
    /** 0 for none. */
    limit: z.int().min(0),
  }),
  texts: {
    en: {
      subject: (name: string) => `Limit changed: ${name}`,
      title: 'The limit of your application was changed',
      intro: (name: string, count: string) =>
        `An administrator changed the limit of ${name}. It can now make ${count} calls per minute.`,
      introUnlimited: (name: string) => `An administrator removed the limit of ${name}.`,
    },
    fr: {
      subject: (name: string) => `Limite modifiée : ${name}`,
      title: 'La limite de votre application a changé',
      intro: (name: string, count: string) =>
        `Un administrateur a modifié la limite de ${name}, qui peut désormais faire ${count} appels par minute.`,
      introUnlimited: (name: string) => `Un administrateur a supprimé la limite de ${name}.`,
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, locale, quote }, { applicationName, limit, ...props }) => {
    const name = quote(applicationName)
    const intro = limit === 0 ? text.introUnlimited(name) : text.intro(name, wholeNumber(limit, locale))
    return <LimitNotice {...props} title={text.title} intro={intro} />
  },
})
