import { getTranslations } from 'next-intl/server'
import { ReasonForm } from '@/components/reason-form'
import { PressForm } from '@/components/ui/action-form'
import { Section } from '@/components/ui/section'
import { approvePerson, rejectPerson } from './actions'

type Props = {
  developer: { id: string; rejectionReason: string | null }
}

/** The decision on a person who signed up while approvals are required. A rejection can be reconsidered. */
export async function Approval({ developer: { id, rejectionReason } }: Props) {
  const t = await getTranslations('administration.developers')
  return (
    <Section title={t(rejectionReason ? 'rejectedTitle' : 'approveTitle')} id="approval">
      <p className="mb-4 text-muted text-sm">{t(rejectionReason ? 'rejectedBody' : 'approveBody')}</p>
      {rejectionReason && (
        <blockquote className="mb-4 whitespace-pre-line border-line border-l-4 pl-4 text-sm [overflow-wrap:anywhere]">
          {rejectionReason}
        </blockquote>
      )}
      <div className="grid gap-6">
        <PressForm action={approvePerson.bind(null, id)} button={t('approve')} variant="primary" />
        {!rejectionReason && (
          <ReasonForm
            action={rejectPerson.bind(null, id)}
            button={t('reject')}
            field="rejectionReason"
            label={t('rejectReason')}
            danger
          />
        )}
      </div>
    </Section>
  )
}
