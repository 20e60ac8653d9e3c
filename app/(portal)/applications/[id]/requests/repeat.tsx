import { RotateCw } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { callApi } from '@/app/_console/actions'
import { applicationPath } from '@/components/application-pages'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { FormProvider } from '@/components/ui/form-provider'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import type { Application } from '@/generated/prisma/client'
import { statesWithSecret } from '@/lib/credentials/commands'
import { Output } from '../output'

type Props = {
  call: { endpoint: string }
  application: Pick<Application, 'id' | 'environment' | 'state' | 'clientAuthentication'>
  /** The number that the call asked for, where it is known. */
  msisdn: string
}

const intents: Record<string, string> = { token: 'token', account: 'balance' }

/** Makes the call again with the application's credentials: here in the Sandbox, from the console in Production. */
export async function Repeat({ call, application, msisdn }: Props) {
  const { id, environment, state, clientAuthentication } = application
  const intent = intents[call.endpoint]
  if (!intent || clientAuthentication !== 'client_secret' || !statesWithSecret.includes(state)) return null
  const t = await getTranslations('usage.call')
  const console = await getTranslations('applications.try')
  if (environment === 'production')
    return (
      <ButtonLink href={applicationPath(id, 'try')} variant="secondary" className="justify-self-start">
        <RotateCw aria-hidden="true" />
        {t('repeatInConsole')}
      </ButtonLink>
    )
  return (
    <FormProvider action={callApi.bind(null, id)}>
      <section className="no-print grid min-w-0 gap-3">
        <h3 className="font-semibold text-base">{t('repeatTitle')}</h3>
        <ActionForm
          summary={false}
          className="max-w-none gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
        >
          <input type="hidden" name="intent" value={intent} />
          {intent === 'balance' && (
            <TextInput
              name="msisdn"
              label={console('msisdn')}
              defaultValue={msisdn}
              type="tel"
              autoComplete="off"
              mono
            />
          )}
          <SubmitButton
            variant="secondary"
            className="min-h-11 justify-self-start [&>span]:inline-flex [&>span]:items-center [&>span]:gap-2"
          >
            <RotateCw aria-hidden="true" />
            {t('repeat')}
          </SubmitButton>
        </ActionForm>
        <Output
          texts={{
            title: console('answer'),
            explain: console.raw('explain') as string,
            requestId: console('requestId'),
          }}
        />
      </section>
    </FormProvider>
  )
}
