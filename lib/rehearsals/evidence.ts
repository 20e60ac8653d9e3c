import type { Evidence } from './schema'

type Language = 'en' | 'fr'
type Words = { [Code in Evidence['code']]: (evidence: Extract<Evidence, { code: Code }>) => string }

/** `developer`: someone of the application, who is addressed and advised. `reviewer`: someone who judges it. */
export type EvidenceReader = 'developer' | 'reviewer'

/** The evidence of a case as one sentence, in English for the API, and in the reader's language on pages. */
export function describeEvidence<Of extends Evidence>(
  evidence: Of,
  language: Language,
  reader: EvidenceReader = 'developer',
): string {
  const write = words[reader][language][evidence.code] as (evidence: Of) => string
  return write(evidence)
}

const words: Record<EvidenceReader, Record<Language, Words>> = {
  developer: {
    en: writeEnglish({ who: 'You', have: 'have', their: 'your', advise: (text) => ` ${text}` }),
    fr: writeFrench({ who: 'Vous', have: 'avez', their: ['votre', 'vos'], advise: (text) => ` ${text}` }),
  },
  reviewer: {
    en: writeEnglish({ who: 'The integration', have: 'has', their: 'its', advise: () => '' }),
    fr: writeFrench({ who: 'L’intégration', have: 'a', their: ['son', 'ses'], advise: () => '' }),
  },
}

/** The parts that depend on the reader. `advise` adds a sentence that says what to do. */
type Voice = { who: string; have: string; advise: (text: string) => string }

function english(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 1 })
}

function french(value: number): string {
  return value.toLocaleString('fr-FR', { maximumFractionDigits: 1 })
}

function writeEnglish({ who, have, their, advise }: Voice & { their: string }): Words {
  return {
    nothing_yet: () => 'No call has shown this yet.',
    lost: ({ lost, calls }) =>
      `${english(lost)} of ${english(calls)} calls could not be recorded.${advise('Start a new rehearsal.')}`,
    recording: () => 'The last calls are still being recorded.',
    token_obtained: () => `${who} obtained a token.`,
    balances_with_one_token: ({ balances }) =>
      `${who} got ${english(balances)} ${balances === 1 ? 'balance' : 'balances'} with one token; 10 are needed.`,
    account_read: () => `${who} read its balance.`,
    unknown_not_repeated: ({ watchedSeconds }) =>
      watchedSeconds >= 60
        ? `${who} got a 404 and did not request the same number again within 60 s.`
        : `${who} got a 404 and ${have} not requested the same number again, ${english(watchedSeconds)} s later.`,
    unknown_repeated: ({ afterSeconds }) =>
      `${who} requested the same unknown number again after ${english(afterSeconds)} s.${advise('Wait at least 60 s.')}`,
    keys_changed: () =>
      `The operator changed keys during this rehearsal, so numbers cannot be compared.${advise('Start a new one.')}`,
    token_renewed: () => `${who} got a 401 and then obtained exactly one token.`,
    token_not_renewed: () => `${who} got a 401 and ${have} not obtained a token since.`,
    token_renewed_twice: ({ tokens }) =>
      `${who} requested ${english(tokens)} tokens after one 401.${advise('One is enough for all your workers.')}`,
    old_token_repeated: ({ afterSeconds }) =>
      `${who} called again with the same token ${english(afterSeconds)} s after the 401.${advise('Obtain a new one first.')}`,
    waiting: ({ retryAfter }) => `Retry-After asked for ${english(retryAfter)} s, which are not over yet.`,
    waited: ({ retryAfter }) =>
      `${who} did not call again before the ${english(retryAfter)} s of Retry-After were over.`,
    called_again: ({ afterSeconds, retryAfter }) =>
      `${who} called again after ${english(afterSeconds)} s; Retry-After asked for ${english(retryAfter)} s.`,
    clean: ({ calls }) => `None of ${their} last ${english(calls)} calls got a 400.`,
    bad_requests: ({ bad, calls }) => `${english(bad)} of ${their} last ${english(calls)} calls got a 400.`,
  }
}

function writeFrench({ who, have, their, advise }: Voice & { their: [one: string, more: string] }): Words {
  const [one, more] = their
  return {
    nothing_yet: () => 'Aucun appel ne l’a encore montré.',
    lost: ({ lost, calls }) =>
      `${french(lost)} ${lost > 1 ? 'appels' : 'appel'} sur ${french(calls)} n’${lost > 1 ? 'ont' : 'a'} pas pu être ${lost > 1 ? 'enregistrés' : 'enregistré'}.${advise('Lancez une nouvelle répétition.')}`,
    recording: () => 'Les derniers appels sont en cours d’enregistrement.',
    token_obtained: () => `${who} ${have} obtenu un jeton.`,
    balances_with_one_token: ({ balances }) =>
      `${who} ${have} obtenu ${french(balances)} ${balances > 1 ? 'soldes' : 'solde'} avec un même jeton ; il en faut 10.`,
    account_read: () => `${who} ${have} obtenu le solde de ce compte.`,
    unknown_not_repeated: ({ watchedSeconds }) =>
      watchedSeconds >= 60
        ? `${who} ${have} reçu un 404 et n’${have} pas redemandé ce numéro dans les 60 s.`
        : `${who} ${have} reçu un 404 et n’${have} pas redemandé ce numéro, ${french(watchedSeconds)} s plus tard.`,
    unknown_repeated: ({ afterSeconds }) =>
      `${who} ${have} redemandé le même numéro inconnu après ${french(afterSeconds)} s.${advise('Attendez au moins 60 s.')}`,
    keys_changed: () =>
      `L’exploitant a changé de clés pendant cette répétition : les numéros ne peuvent pas être comparés.${advise('Lancez-en une nouvelle.')}`,
    token_renewed: () => `${who} ${have} reçu un 401, puis obtenu exactement un jeton.`,
    token_not_renewed: () => `${who} ${have} reçu un 401 et n’${have} pas obtenu de jeton depuis.`,
    token_renewed_twice: ({ tokens }) =>
      `${who} ${have} demandé ${french(tokens)} jetons après un seul 401.${advise('Un seul suffit pour tous vos processus.')}`,
    old_token_repeated: ({ afterSeconds }) =>
      `${who} ${have} refait un appel avec le même jeton ${french(afterSeconds)} s après le 401.${advise('Obtenez d’abord un nouveau jeton.')}`,
    waiting: ({ retryAfter }) =>
      `Retry-After demandait ${french(retryAfter)} s, qui ne sont pas encore écoulées.`,
    waited: ({ retryAfter }) =>
      `${who} n’${have} pas refait d’appel avant la fin des ${french(retryAfter)} s de Retry-After.`,
    called_again: ({ afterSeconds, retryAfter }) =>
      `${who} ${have} refait un appel après ${french(afterSeconds)} s ; Retry-After demandait ${french(retryAfter)} s.`,
    clean: ({ calls }) =>
      calls > 1
        ? `Aucun de ${more} ${french(calls)} derniers appels n’a reçu de 400.`
        : `${capitalise(one)} dernier appel n’a pas reçu de 400.`,
    bad_requests: ({ bad, calls }) =>
      `${french(bad)} de ${more} ${french(calls)} derniers appels ${bad > 1 ? 'ont' : 'a'} reçu un 400.`,
  }
}

function capitalise(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
