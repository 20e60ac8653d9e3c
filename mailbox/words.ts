import { pickLocale } from '@/i18n/locale'

const english = {
  language: 'en',
  title: 'Mailbox',
  explanation: 'What Guichet mailed on this machine. Nothing here left it.',
  empty: 'No message yet. Sign up in the portal, and the activation link arrives here.',
  back: 'All messages',
  from: 'From',
  to: 'To',
  anyone: 'Anyone',
  filter: 'Filter',
  received: 'Received',
  noSubject: '(no subject)',
  text: 'Text',
  html: 'Message',
}

export type Words = typeof english

const french: Words = {
  language: 'fr',
  title: 'Boîte aux lettres',
  explanation: 'Ce que Guichet a envoyé sur cette machine. Rien n’en est sorti.',
  empty: 'Aucun message pour l’instant. Inscrivez-vous sur le portail : le lien d’activation arrive ici.',
  back: 'Tous les messages',
  from: 'De',
  to: 'À',
  anyone: 'Tout le monde',
  filter: 'Filtrer',
  received: 'Reçu',
  noSubject: '(sans objet)',
  text: 'Texte',
  html: 'Message',
}

/** In the language that the portal would choose. */
export function chooseWords(acceptLanguage = ''): Words {
  return pickLocale(undefined, acceptLanguage) === 'fr' ? french : english
}
