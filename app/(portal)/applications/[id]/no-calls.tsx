import { ChartColumn } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/notice'
import type { Application } from '@/generated/prisma/client'
import { statesWithSecret } from '@/lib/credentials/commands'

type Props = { application: Pick<Application, 'id' | 'state'>; title: string }

/** Leads to the console once there is a secret; before that, to the validation. */
export async function NoCalls({ application: { id, state }, title }: Props) {
  const callable = statesWithSecret.includes(state)
  const t = await getTranslations('usage.empty')
  return (
    <EmptyState
      icon={<ChartColumn />}
      title={title}
      action={
        <ButtonLink href={applicationPath(id, callable ? 'try' : 'validation')}>
          {t(callable ? 'action' : 'validation')}
        </ButtonLink>
      }
    >
      {t(callable ? 'body' : 'beforeApproval')}
    </EmptyState>
  )
}
