import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { HomeShell } from '@/app/_request/home-shell'
import type { TeamOrganisation } from '@/lib/organisations/queries'

type Props = Omit<ComponentProps<typeof HomeShell>, 'title'> & { organisation: TeamOrganisation }

/** The frame of every page about one organisation: its heading is always the legal name. */
export async function OrganisationPageLayout({ organisation, subject, from, ...props }: Props) {
  const { id, legalName } = organisation
  const t = await getTranslations('organisations')
  return (
    <HomeShell
      current="organisations"
      title={legalName}
      above={{ href: '/organisations', label: t('title') }}
      subject={subject}
      from={subject ? (from ?? { href: `/organisations/${id}`, label: t('nav.overview') }) : undefined}
      {...props}
    />
  )
}
