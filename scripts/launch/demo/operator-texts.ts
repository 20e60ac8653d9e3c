/** The terms of the invented operator: the second version is what developers see the differences of. */
export const terms = [
  {
    en: `# Terms of use

These terms apply to every application that calls the eWallet API.

## Balances

You may show a balance to the customer it belongs to, and use it for the payment that they are making. You may not keep it for longer than the payment takes.

## Credentials

Keep your client secret on your servers. If it may have leaked, rotate it and let us know within **72 hours**.

## Limits

Wait for the time that \`Retry-After\` gives before you call again.`,
    fr: `# Conditions d’utilisation

Ces conditions s’appliquent à toute application qui appelle l’API eWallet.

## Soldes

Vous pouvez montrer un solde au client à qui il appartient, et l’utiliser pour le paiement en cours. Vous ne pouvez pas le conserver au-delà de ce paiement.

## Identifiants

Gardez votre secret client sur vos serveurs. S’il a pu fuiter, renouvelez-le et prévenez-nous sous **72 heures**.

## Limites

Attendez la durée indiquée par \`Retry-After\` avant de rappeler.`,
  },
  {
    en: `# Terms of use

These terms apply to every application that calls the eWallet API.

## Balances

You may show a balance to the customer it belongs to, and use it for the payment that they are making. You may not keep it for longer than the payment takes, nor use it to rate customers.

## Credentials

Keep your client secret on your servers. If it may have leaked, rotate it and let us know within **24 hours**.

## Limits

Wait for the time that \`Retry-After\` gives before you call again.

## Support

With your consent, our support team may look at the pages of your application. You can see when and why on your account page.`,
    fr: `# Conditions d’utilisation

Ces conditions s’appliquent à toute application qui appelle l’API eWallet.

## Soldes

Vous pouvez montrer un solde au client à qui il appartient, et l’utiliser pour le paiement en cours. Vous ne pouvez pas le conserver au-delà de ce paiement, ni vous en servir pour noter des clients.

## Identifiants

Gardez votre secret client sur vos serveurs. S’il a pu fuiter, renouvelez-le et prévenez-nous sous **24 heures**.

## Limites

Attendez la durée indiquée par \`Retry-After\` avant de rappeler.

## Assistance

Avec votre accord, notre équipe d’assistance peut consulter les pages de votre application. Vous voyez quand et pourquoi sur la page de votre compte.`,
  },
] as const

export type Terms = (typeof terms)[number]

/** A file of accounts as operators export it, with two lines that are wrong. */
export const accountFiles = {
  good: `msisdn,type,status,currency,balance,frozen_balance
221765550101,customer,active,XOF,12500,0
221765550102,customer,active,XOF,480,0
221765550103,customer,suspended,XOF,98000,2000
221765550104,retailer,active,XOF,1250000,40000
`,
  bad: `msisdn,type,status,currency,balance,frozen_balance
221765550101,customer,active,XOF,12500,0
0765550102,customer,active,XOF,480,0
221765550103,customer,suspended,XOF,98 000,2000
221765550104,retailer,active,XOF,1250000,40000
`,
}
