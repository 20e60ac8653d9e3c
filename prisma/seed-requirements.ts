import type { PrismaClient } from '@/generated/prisma/client'
import { columnsFrom } from '@/lib/translations'

const megabyte = 1024 * 1024

const usual = { acceptedKinds: ['pdf', 'jpeg', 'png'], maxBytes: 10 * megabyte, required: true }

/** Documents that operators usually require. Fixed ids, so that seeding again neither adds nor overwrites any. */
const defaults = [
  {
    id: '019aa3c0-0000-7000-8000-000000000001',
    scope: 'organisation' as const,
    ...columnsFrom({
      name: { en: 'Company registration', fr: 'Immatriculation de la société' },
      help: {
        en: 'An extract from the trade register of less than three months, to see that the company exists.',
        fr: 'Un extrait du registre du commerce de moins de trois mois, pour constater que la société existe.',
      },
    }),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000002',
    scope: 'organisation' as const,
    ...columnsFrom({
      name: { en: 'Identity of the legal representative', fr: 'Identité du représentant légal' },
      help: {
        en: 'Both sides of the identity card, or the passport page with the photograph: who signs for the company.',
        fr: 'Les deux faces de la carte d’identité, ou la page du passeport avec la photo : qui signe pour la société.',
      },
    }),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000003',
    scope: 'organisation' as const,
    ...columnsFrom({
      name: { en: 'Tax registration', fr: 'Immatriculation fiscale' },
      help: {
        en: 'The certificate with the tax number, needed for invoices.',
        fr: 'L’attestation qui porte le numéro fiscal, nécessaire à la facturation.',
      },
    }),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000004',
    ...columnsFrom({
      name: { en: 'Signed terms', fr: 'Conditions signées' },
      help: {
        en: 'A statement that your company accepts the terms of use, dated and signed by its legal representative. If a template is offered here, use it.',
        fr: 'Une déclaration par laquelle votre société accepte les conditions d’utilisation, datée et signée par son représentant légal. Si un modèle est proposé ici, utilisez-le.',
      },
    }),
    maxBytes: 20 * megabyte,
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000005',
    ...columnsFrom({
      name: { en: 'Description of the service', fr: 'Description du service' },
      help: {
        en: 'What the application does, for whom, and what it needs to read balances for. One or two pages will do.',
        fr: 'Ce que fait l’application, pour qui, et pourquoi elle lit des soldes. Une ou deux pages suffisent.',
      },
    }),
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
