import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import type { CurrentDeveloper } from '@/app/_request/session'
import { requireAccountHolder } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { NewSecret } from '@/components/secret-field'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { FormOutcome } from '@/components/ui/form-state'
import { RadioCards } from '@/components/ui/radio-cards'
import { Section } from '@/components/ui/section'
import { SettingRow } from '@/components/ui/setting-row'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import {
  accessKeyDays,
  accessKeyPermissions,
  type KeyUse,
  listAccessKeys,
} from '@/lib/access-keys/access-key'
import { AccountPageLayout } from '../page-layout'
import { Remove } from '../remove'
import { createKey, removeKey } from './actions'

export const generateMetadata = pageMetadata('accessKeys')

export default async function AccessKeysPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  return (
    <AccountPageLayout current="keys" developer={developer} query={await searchParams}>
      <AccessKeys developer={developer} />
    </AccountPageLayout>
  )
}

/** The personal access keys, each with a button that ends it, and a form for another. */
async function AccessKeys({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accessKeys')
  const keys = await listAccessKeys(developer.id)
  return (
    <Section
      title={t('title')}
      lead={t.rich('lead', { guide: (text) => <TextLink href="/docs/agents">{text}</TextLink> })}
      id="access-keys"
    >
      <div className="grid gap-4">
        <FormProvider action={createKey}>
          <FormOutcome
            otherwise={
              <>
                <Keys keys={keys} />
                {keys.length === 0 ? (
                  <NewKeyForm />
                ) : (
                  <SettingRow ownForm name={t('new')}>
                    <NewKeyForm />
                  </SettingRow>
                )}
              </>
            }
          >
            <NewAccessKey />
          </FormOutcome>
        </FormProvider>
      </div>
    </Section>
  )
}

async function NewKeyForm() {
  const t = await getTranslations('accessKeys')
  const { default: usual, max } = accessKeyDays
  return (
    <ActionForm summary={false}>
      <TextInput
        keep
        name="keyName"
        label={t('name')}
        hint={t('nameHint')}
        maxLength={60}
        autoComplete="off"
        required
      />
      <TextInput
        keep
        name="days"
        label={t('days')}
        hint={t('daysHint', { max })}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={String(usual)}
        className="max-w-24"
        required
      />
      <RadioCards
        keep
        name="permission"
        label={t('permission')}
        defaultValue="read"
        options={accessKeyPermissions.map((value) => ({
          value,
          label: t(`permissions.${value}`),
          description: t(`permissionAbout.${value}`),
        }))}
      />
      <FormEnd>{t('create')}</FormEnd>
    </ActionForm>
  )
}

/** Nothing while there are none: the form says what they are. */
async function Keys({ keys }: { keys: Awaited<ReturnType<typeof listAccessKeys>> }) {
  const t = await getTranslations('accessKeys')
  if (keys.length === 0) return null
  const when = (at: Date) => () => <DateTime at={at} />
  return (
    <ul className="-mt-4">
      {keys.map(({ id, name, createdAt, expiresAt, lastUsedAt, mayChangeSandbox, uses }) => (
        <li
          key={id}
          className="flex min-h-11 items-center justify-between gap-4 border-line border-b py-1.5 text-muted text-xs"
        >
          <div className="min-w-0">
            <p className="font-medium text-ink text-sm [overflow-wrap:anywhere]">{name}</p>
            {t(`permissions.${mayChangeSandbox ? 'sandbox' : 'read'}`)}
            {' · '}
            {t.rich('created', { when: when(createdAt) })}
            {' · '}
            {t.rich('expires', { when: when(expiresAt) })}
            {' · '}
            {lastUsedAt ? t.rich('used', { when: when(lastUsedAt) }) : t('unused')}
            {uses.length > 0 && <Uses uses={uses} />}
          </div>
          <Remove id={id} name={name} label={t('remove')} action={removeKey} />
        </li>
      ))}
    </ul>
  )
}

/** What programs changed with a key. */
async function Uses({ uses }: { uses: KeyUse[] }) {
  const t = await getTranslations('accessKeys')
  return (
    <span className="mt-1 grid gap-0.5">
      <span className="font-medium">{t('uses')}</span>
      {uses.map(({ action, at, application }) => (
        <span key={at.toISOString()}>
          <DateTime at={at} /> · {t(`changes.${action}` as 'changes.rehearsal.started')}
          {application && ` · ${application}`}
        </span>
      ))}
    </span>
  )
}

/** The key that the stage's action made, the one time that it is shown. */
async function NewAccessKey() {
  const t = await getTranslations('accessKeys')
  return (
    <NewSecret
      id="new-access-key"
      title={t('shownTitle')}
      about={t('shown')}
      label={t('key')}
      copyLabel={t('copyKey')}
    >
      <ButtonLink href="/account/keys" variant="secondary" size="small">
        {t('continue')}
      </ButtonLink>
    </NewSecret>
  )
}
