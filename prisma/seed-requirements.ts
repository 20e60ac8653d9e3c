import texts from '@/generated/messages/requirements'
import type { PrismaClient } from '@/generated/prisma/client'
import { locales } from '@/lib/languages'
import { columnsFrom } from '@/lib/translations'

const megabyte = 1024 * 1024

const usual = { acceptedKinds: ['pdf', 'jpeg', 'png'], maxBytes: 10 * megabyte, required: true }

/** Documents that operators usually require. Fixed ids, so that seeding again neither adds nor overwrites any. */
const defaults = [
  {
    id: '019aa3c0-0000-7000-8000-000000000001',
    scope: 'organisation' as const,
    ...textsOf('registration'),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000002',
    scope: 'organisation' as const,
    ...textsOf('identity'),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000003',
    scope: 'organisation' as const,
    ...textsOf('tax'),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000004',
    ...textsOf('terms'),
    maxBytes: 20 * megabyte,
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000005',
    ...textsOf('service'),
    maxBytes: 20 * megabyte,
  },
]

/** Adds the default requirements that never existed; an operator's changes and retirements are kept. */
export async function seedRequirements(prisma: PrismaClient): Promise<void> {
  await prisma.requirement.createMany({
    data: defaults.map((each, position) => ({ ...usual, ...each, position })),
    skipDuplicates: true,
  })
}

/** The columns of a document's name and help, in every language. */
function textsOf(document: keyof typeof texts.en) {
  return columnsFrom({ name: inEachLanguage(document, 'name'), help: inEachLanguage(document, 'help') })
}

function inEachLanguage(document: keyof typeof texts.en, part: 'name' | 'help') {
  const found = locales.map((locale) => [locale, texts[locale][document][part]])
  return { en: texts.en[document][part], ...Object.fromEntries(found) }
}
