import fc from 'fast-check'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { moment, person, quoted, quotedInSubject } from '@/emails/format'
import { mails, renderMail, type TemplateName, type TemplateProps } from '@/emails/render-mail'
import texts from '@/generated/messages/emails'
import { type Locale, locales } from '@/lib/languages'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { at, brand, link, named, portal, samples } from '@/test/mail-samples'

const shown: Partial<Record<Locale, string>> = {
  en: '21 November 2026 at 09:05 UTC',
  fr: '21 novembre 2026 à 09:05 UTC',
}

/** Words in English subjects that readers, and their filters, search for. */
const subjectWords: Partial<Record<TemplateName, RegExp>> = {
  'access-key-created': /access key/,
  'activation-link': /activat/i,
  'reviewer-invitation': /activat/i,
  'password-reset': /reset/i,
  'password-changed': /changed/,
  'email-change-requested': /address was requested/,
  'email-changed': /changed/,
  'email-restored': /undone/,
  'known-browser-link': /new browser/,
  'identity-linked': /sign-in identity linked to your/,
  'identity-unlinked': /unlinked/,
  'break-glass-linked': /sign-in identity linked to a break-glass/,
  'staff-role': /staff role/,
  'break-glass-sign-in': /Sign-in with a break-glass/,
  'application-created': /created/,
  'validation-submitted': /\bsubmitted/,
  'validation-changes-requested': /changes requested/i,
  'validation-rejected': /rejected/,
  'validation-approved': /approved/,
  'revision-approved': /approved/,
  'limit-requested': /New limit request/,
  'limit-approved': /approved/,
  'limit-rejected': /rejected/,
  'limit-changed': /changed/,
  'networks-changed': /addresses/,
  'webhook-disabled': /webhook endpoint .*disabled/,
  'webhook-changed': /webhook endpoint was (added|enabled|rotated)/,
  'application-moved': /Application moved/,
  'access-changed': /Access to accounts/,
  'client-keys-changed': /(?<!access )\bkey\b/,
  'secret-rotated': /Client secret rotated/,
  'secret-revealed': /revealed/,
  'application-suspended': /Application suspended/,
  'account-suspended': /account was suspended/,
  'approval-requested': /awaiting approval/,
  'sign-up-approved': /approved/,
  'sign-up-rejected': /rejected/,
  'application-reinstated': /reinstated/,
  'account-reinstated': /reinstated/,
  'application-deleted': /deleted/,
  'account-deleted': /deleted/,
  'terms-accepted': /accepted the terms/,
  'organisation-submitted': /Organisation submitted/,
  'organisation-document-expiring': /organisation .* (expires soon|has expired)/,
  'organisation-suspended': /Organisation suspended/,
  'organisation-reinstated': /Organisation reinstated/,
  'organisation-decided': /[Oo]rganisation (verified|rejected)|Changes requested for your organisation/,
  'terms-reminder': /accept the new terms/,
}

const names = Object.keys(mails) as TemplateName[]
const cases = names.flatMap((name) =>
  locales.flatMap((locale) => samples[name].map((props, index) => ({ name, locale, props, index }))),
)

describe.each(cases)('$name in $locale, sample $index', ({ name, locale, props }) => {
  let mail: ReturnType<typeof renderMail>
  beforeAll(() => {
    mail = renderMail(name, props, locale, brand)
  })

  it('renders a subject, a text and a page in its language', () => {
    expect(mail.subject).toMatch(/^(\[!! )?[\p{Lu}\d][^\p{Cc}]{9,}$/u)
    expect(mail.html).toContain(`lang="${locale}"`)
    const reason = texts[locale].shared.because.account.slice(0, 12)
    expect(mail.text).toContain(reason)
    expect(mail.html).toContain(reason)
    expect(mail.text + mail.subject).not.toMatch(/undefined|\[object|NaN/)
  })

  it('has the operator’s name, colours and address, and nothing of Guichet', () => {
    const { subject, text, html } = mail
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/guichet(?!_(sandbox|production)_)|\uFDD0|#0b6658|#62d3bd/i)
    }
    expect(text).toContain(brand.productName)
    expect(text).toContain(brand.supportEmail)
    expect(html).not.toContain('<Pay>')
    for (const colour of ['#7a1fa2', '#d9a0f0']) expect(html).toContain(colour)
  })

  it('gives each link on its own line, and as a link of the page', () => {
    for (const address of portalLinks(props)) {
      expect(mail.text.split('\n')).toContain(address)
      expect(mail.html).toContain(`href="${address.replaceAll('&', '&amp;')}"`)
    }
    const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])
    expect(hrefs.filter((href) => !href?.startsWith(`${portal}/`))).toEqual([])
  })

  it('fetches nothing', () => {
    const { html } = mail
    expect(html).not.toMatch(/<(img|link|script|iframe|video|audio|object|embed|svg)\b/i)
    expect(html).not.toMatch(/\b(src|srcset|background|poster)="|url\(|@import|@font-face/i)
  })

  it('shows every text and time in its props', () => {
    const { text } = mail
    if (JSON.stringify(props).includes(at)) expect(text).toContain(shown[locale] ?? moment(at, locale))
    for (const value of freeTexts(props)) expect(text).toContain(value)
  })

  if (locale === 'en')
    it('says in the subject what happened', () => {
      const { subject } = mail
      expect(subject).toMatch(subjectWords[name] ?? /./)
      // The same happens to organisations and applications, in the same words.
      if (/organisation/i.test(subject)) return
      const others = Object.entries(subjectWords).filter(
        ([other, word]) => other !== name && String(word) !== String(subjectWords[name]),
      )
      expect(others.filter(([, word]) => word.test(subject))).toEqual([])
    })

  if (locale === 'fr')
    it('keeps punctuation on its line', () => {
      expect(`${mail.subject}\n${mail.text}`).not.toMatch(/ [:;?!»]|« /)
    })
})

describe.each(names)('the wording of %s', (name) => {
  it('neutralises markup, header lines and invisible characters', () => {
    for (const props of samples[name]) {
      const mail = renderMail(name, poisoned(props), 'en')
      expect(mail.html).not.toContain('<script')
      expect(mail.html.replace(/<style>.*?<\/style>/s, '')).not.toMatch(/[\u202A-\u202E]/)
      expect(mail.subject).not.toMatch(/[\p{Cc}\u202A-\u202E]/u)
      expect(mail.subject).not.toMatch(/https?:/)
      expect(mail.subject.length).toBeLessThan(150)
      expect(mail.text.split('\n')).not.toContain('Bcc: a@evil.example')
    }
  })
})

test.each(['en', 'fr'])('an approval shows its proven call as a receipt, in %s', (locale) => {
  const { text } = renderMail('validation-approved', samples['validation-approved'][0] as never, locale)
  expect(text).toContain(` ${reservedMsisdn}\n`)
  expect(text).toMatch(locale === 'fr' ? /\nIdentifiants\s: Vérifiés\n/ : /\nCredentials: Verified\n/)
})

// ASVS 1.3.11
describe('names in subjects', () => {
  const subjectFor = (applicationName: string, locale = 'en') =>
    renderMail('validation-approved', { ...samples['validation-approved'][0], applicationName }, locale)
      .subject

  it('are in quotation marks that they cannot close', () => {
    expect(subjectFor('Shop” reset your password “')).toBe(
      "Application approved: “Shop' reset your password '”",
    )
    expect(subjectFor('Shop » ou « autre', 'fr')).toBe(
      "Application approuvée\u00a0: «\u00a0Shop ' ou ' autre\u00a0»",
    )
  })

  it('are cut at 60 characters, without breaking one', () => {
    const name = subjectFor('🛒'.repeat(80)).split(/[“”]/)[1] ?? ''
    expect([...name]).toHaveLength(60)
    expect(name).toMatch(/^(🛒)+…$/u)
  })

  it('lose line breaks and what looks like an address', () => {
    expect(subjectFor('Shop\r\nBcc: a@evil.example\u0000 https://evil.example')).toBe(
      'Application approved: “Shop Bcc: a@evil.\u200Bexample evil.\u200Bexample”',
    )
  })
})

// ASVS 1.3.11
describe('names', () => {
  const pieces = [
    'http',
    ':',
    '/',
    '//',
    '\\',
    'x',
    '.',
    '．',
    '。',
    'evil.example',
    '10.0.0.1',
    '@',
    'www.',
    ' ',
    '\u200B',
    '\n',
    '"',
  ]
  const linked = /:[/\\]{2}|[^\s"“”«»()][.．。｡][\p{L}\u200C\u200D]|\d[.．。｡]\d+[.．。｡]\d+[.．。｡]\d/u

  it('are never turned into links by mail programs', () => {
    const name = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(name, fc.constantFrom(...locales), (parts, locale) => {
        expect(quoted(parts.join(''), locale)).not.toMatch(linked)
        expect(quotedInSubject(parts.join(''), locale)).not.toMatch(linked)
      }),
      { numRuns: 2000 },
    )
  })

  it('keep version numbers as they are', () => {
    expect(quoted('Shop 2.1, v3.0.1 etc.', 'en')).toBe('“Shop 2.1, v3.0.1 etc.”')
    expect(person('ada@example.org', 'Ada at evil.example', 'en')).toBe(
      '“Ada at evil.\u200bexample” (ada@example.org)',
    )
    expect(person('ada@example.org', undefined, 'fr')).toBe('ada@example.org')
  })

  it.each(names)('link nowhere in %s', (template) => {
    for (const locale of locales)
      for (const props of samples[template]) {
        const attack = 'http:x:////evil.example/login Your account is blocked 10.9.8.7'
        const mail = renderMail(template, withNames(props, attack), locale)
        expect(`${mail.subject}\n${mail.text}\n${mail.html}`).not.toMatch(
          /evil\.example|x?:\/\/+evil|10\.9\.8\.7/,
        )
      }
  })
})

// ASVS 1.1.2, 1.2.1, 3.2.2
describe('texts of other people', () => {
  it('keep their line breaks, set apart from ours', () => {
    const props = { ...named, reason: 'One\r\nTwo <b>bold</b>\n\nThree' }
    const mail = renderMail('validation-rejected', props, 'en')
    expect(mail.text).toContain('> One\n> Two <b>bold</b>\n>\n> Three\n')
    expect(mail.html).toContain('One<br/>Two &lt;b&gt;bold&lt;/b&gt;<br/><br/>Three')
  })
})

describe('renderMail', () => {
  it('names Guichet unless it is given another name', () => {
    expect(renderMail('password-changed', {}, 'en').text).toContain('Guichet')
  })

  it.each(['de', '', 'english', 'xx-FR'])('answers the unknown locale %j in English', (locale) => {
    expect(renderMail('password-changed', {}, locale).html).toContain('lang="en"')
  })

  it.each(['fr', 'fr-SN', 'FR_fr'])('takes %j for French', (locale) => {
    expect(renderMail('password-changed', {}, locale).html).toContain('lang="fr"')
  })

  it.each([
    { link: 'javascript:alert(1)', hours: 24 },
    { link: '/activate/x', hours: 24 },
    { link, hours: 0 },
    { hours: 24 },
    {},
  ])('refuses props that do not match: %j', (props) => {
    expect(() => renderMail('activation-link', props, 'en')).toThrow()
  })

  it('does not mention an invitation to the first administrator, whom no one invited', () => {
    const mail = (props: TemplateProps<'reviewer-invitation'>) =>
      renderMail('reviewer-invitation', props, 'en')
    const props = { link, hours: 24, role: 'administrator' } as const
    expect(mail(props).text).toContain('After that, ask for a new invitation.')
    expect(mail({ ...props, renewable: true }).text).toContain('After that, the page offers a new one.')
  })

  it('says why reviewers and administrators get an alert', () => {
    const reasons = {
      proof_failed: 'you review submissions',
      account_enumeration: 'you are an administrator',
    }
    for (const [alert, reason] of Object.entries(reasons)) {
      const props = { alert, applicationName: 'Paie Dakar', detail: 'token:503', link }
      expect(renderMail('operator-alert', props, 'en').text).toContain(`because ${reason}`)
    }
  })

  it.each([
    ['second-factor-turned-on', 'Two-factor authentication is on'],
    ['second-factor-turned-off', 'Two-factor authentication is off'],
  ] as const)('renders %s as releases before passkeys queued it', (name, title) => {
    expect(renderMail(name, {}, 'en').text).toContain(title)
  })

  it('writes traffic hints in the language of the reader, with their cost', () => {
    const [props] = samples['traffic-hints']
    const { text } = renderMail('traffic-hints', props, 'fr')
    expect(text).toContain('- Un jeton est demandé à chaque appel. 120 requêtes')
    expect(text).toContain('Pendant 7 des 1\u202f440 dernières minutes')
    expect(text).toContain(`${portal}/account/data#hints`)
  })
})

function portalLinks(props: object): string[] {
  return strings(props).filter((value) => value.startsWith(`${portal}/`))
}

/** Text typed by people, in any prop. */
function freeTexts(props: object): string[] {
  const keys = [
    'applicationName',
    'reason',
    'body',
    'clientId',
    'developerEmail',
    'inviterEmail',
    'personEmail',
    'title',
  ]
  return entries(props).flatMap(([key, value]) => (keys.includes(key) ? [value] : []))
}

/** The props with `name` as every name that a person chose. */
function withNames<P extends object>(props: P, name: string): P {
  return JSON.parse(JSON.stringify(props), (key, value) =>
    ['applicationName', 'name'].includes(key) ? name : value,
  )
}

function poisoned<P extends object>(props: P): P {
  const poison = `x<script>alert(1)</script>\r\nBcc: a@evil.example\u202E https://evil.example ${'y'.repeat(90)}`
  const typed = [
    'applicationName',
    'reason',
    'body',
    'developerEmail',
    'inviterEmail',
    'personEmail',
    'newAddressMasked',
    'name',
  ]
  return JSON.parse(JSON.stringify(props), (key, value) => (typed.includes(key) ? poison : value))
}

function strings(value: unknown): string[] {
  return entries(value).map(([, text]) => text)
}

function entries(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    typeof inner === 'string' ? [[key, inner]] : entries(inner),
  )
}

it("shows a due date in the operator's time zone", () => {
  const props = { ...named, promisedBy: '2026-07-01T15:00:00.000Z', timeZone: 'Europe/Paris' }
  const { text } = renderMail('validation-submitted', props, 'en')
  expect(text).toContain('1 July 2026 at 17:00 (Europe/Paris)')
})
