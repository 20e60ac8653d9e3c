import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { Table } from '@/components/ui/table'
import type { PasskeyEntry } from '@/lib/identity/passkey'
import { Remove } from '../remove'
import { removeOwnPasskey } from './actions'

/** The passkeys, when each was added and last used, and the ways to add or remove one. */
export async function Passkeys({ passkeys, keep }: { passkeys: PasskeyEntry[]; keep: boolean }) {
  const t = await getTranslations('accounts')
  return (
    <Section
      id="passkeys"
      title={t('passkey.listTitle')}
      lead={t('passkey.lead')}
      act={
        <ButtonLink href="/two-factor/passkey?next=/account/security" variant="secondary" size="small">
          {t('passkey.add')}
        </ButtonLink>
      }
    >
      {passkeys.length > 0 && (
        <Table
          caption={t('passkey.listTitle')}
          rows={passkeys}
          rowKey={({ id }) => id}
          columns={[
            { label: t('passkey.name'), cell: ({ name }) => name, breaks: true },
            { label: t('passkey.created'), cell: ({ createdAt }) => <Moment at={createdAt} as="date" /> },
            {
              label: t('passkey.used'),
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : t('passkey.unused')),
            },
            {
              label: t('account.action'),
              action: true,
              cell: ({ id, name }) =>
                keep ? null : (
                  <Remove id={id} name={name} label={t('passkey.remove')} action={removeOwnPasskey} />
                ),
            },
          ]}
        />
      )}
    </Section>
  )
}
