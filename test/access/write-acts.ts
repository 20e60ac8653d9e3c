import { listRules } from './walk'

const doers: Record<string, string> = {
  self: 'anyone signed in, about what is theirs',
  invited: 'who was invited',
  reviewer: 'a reviewer',
  administrator: 'an administrator',
  anyone: 'anyone',
}

const asked = {
  always: 'yes',
  production: 'in Production',
  before: 'on the page before',
  link: 'by the mailed link',
}

const mailed: Record<string, string> = {
  owners: 'all owners, before and after',
  person: 'the person',
  audience: 'its readers',
}

/** The document of the acts that ask for something, made of the table. */
export function writeActs(): string {
  const rows = listRules().flatMap(([act, { by, does, asks, final, mails }]) => {
    if (!does) return []
    const questions = [asks && asked[asks], final && 'whether to go on'].filter(Boolean).join('; ')
    const mail = mails ? (mailed[mails] ?? `the ${mails}`) : ''
    return [`| ${does} | ${doers[by] ?? `the right \`${by}\``} | ${questions} | ${mail} | \`${act}\` |`]
  })
  return `${head}${rows.join('\n')}\n`
}

const head = `# Acts that ask first

Every act that gives other people rights over something of Production, every act of staff that decides, publishes or configures, and
what cannot be undone. It is made of \`app/_request/acts.ts\`, by which actions ask and tests try all of them, those that ask nothing
too: \`npx vitest run app/actions.page.test.ts -u\`. The rights are those of \`lib/applications/rights.ts\`. Anyone who is invited, or
loses a place or a role, is e-mailed as well. "Confirmed" means a
password, a second factor or a passkey within the last 15 minutes; "in Production" includes organisations.

| what it does | who may | confirmed | e-mailed | act |
|---|---|---|---|---|
`
