import { columnsFrom } from '@/lib/translations'
/** The terms of the invented operator: the second version is what developers see the differences of. */
export function writeTerms(version: 1 | 2) {
  const isNew = version === 2
  const en = `# Terms of use

These terms apply to every application that calls the eWallet API.

## Balances

You may show a balance to the customer it belongs to, and use it for the payment that they are making. You may not keep it for longer than the payment takes${isNew ? ', nor use it to rate customers' : ''}.

## Credentials

Keep your client secret on your servers. If it may have leaked, rotate it and let us know within **${isNew ? 24 : 72} hours**.

## Limits

Wait for the time that \`Retry-After\` gives before you call again.`
  const fr = `# Conditions d’utilisation

Ces conditions s’appliquent à toute application qui appelle l’API eWallet.

## Soldes

Vous pouvez montrer un solde au client à qui il appartient, et l’utiliser pour le paiement en cours. Vous ne pouvez pas le conserver au-delà de ce paiement${isNew ? ', ni vous en servir pour noter des clients' : ''}.

## Identifiants

Gardez votre secret client sur vos serveurs. S’il a pu fuiter, renouvelez-le et prévenez-nous sous **${isNew ? 24 : 72} heures**.

## Limites

Attendez la durée indiquée par \`Retry-After\` avant tout nouvel appel.`
  const text = isNew ? { en: `${en}${support.en}`, fr: `${fr}${support.fr}` } : { en, fr }
  return columnsFrom({ text })
}

const support = {
  en: `

## Support

With your consent, our support team may look at the pages of your application. You can see when and why on your account page.`,
  fr: `

## Assistance

Avec votre accord, notre équipe d’assistance peut consulter les pages de votre application. Vous voyez quand et pourquoi sur la page de votre compte.`,
}
