import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { FormStage } from '@/components/ui/form-stage'
import { type FormAction, FormOutcome } from '@/components/ui/form-state'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { endpointLimit, isOrdered, type NewEndpoint, urlLimit } from '@/lib/webhooks/schema'
import { EventBoxes } from './event-boxes'
import { NewSecret } from './new-secret'

type Props = {
  /** The page of the endpoints. */
  path: string
  add: FormAction<string>
  types: NewEndpoint['events']
  /** No more endpoints can be added. */
  full: boolean
}

/** The form for a new endpoint, and its signing secret once it is added. */
export async function AddEndpoint({ path, add, types, full }: Props) {
  const t = await getTranslations('webhooks')
  return (
    <Section title={t('add.title')}>
      <FormStage action={add}>
        <FormOutcome
          otherwise={
            full ? (
              <p className="text-muted">{t('add.full', { limit: endpointLimit })}</p>
            ) : (
              <Fields types={types} />
            )
          }
        >
          <NewSecret id="secret-added" path={path} />
        </FormOutcome>
      </FormStage>
    </Section>
  )
}

async function Fields({ types }: Pick<Props, 'types'>) {
  const t = await getTranslations('webhooks')
  return (
    <ActionForm className="max-w-none">
      <TextInput
        name="url"
        type="url"
        label={t('add.url')}
        hint={t('add.urlHint')}
        autoComplete="off"
        maxLength={urlLimit}
        className="max-w-prose"
        required
      />
      <EventBoxes types={types} chosen={types.filter(isOrdered)} />
      <SubmitButton className="justify-self-start">{t('add.button')}</SubmitButton>
    </ActionForm>
  )
}
