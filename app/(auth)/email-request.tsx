import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { TakeFocus } from '@/app/(auth)/take-focus'
import { type Way, WithSteps } from '@/app/(auth)/with-steps'
import { ActionForm } from '@/components/ui/action-form'
import { FormDone } from '@/components/ui/form-done'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { type FormAction, FormOutcome, FormText, HiddenField } from '@/components/ui/form-state'
import { NarrowPage } from '@/components/ui/page-header'
import { SubmitButton } from '@/components/ui/submit-button'
import { EmailInput } from '@/components/ui/text-input'

/** Gives the sentence that says which mail was sent. */
export type EmailRequestAction = FormAction<string>

type Props = {
  action: EmailRequestAction
  title: string
  lead: string
  button: string
  /** Known from an expired link: then only a button is left to press. */
  link?: string
  /** What the mail is the first step of. */
  way?: Way
  after: ReactNode
}

/** Asks for an address, then says to check its mail, the same whether or not anyone has the address. */
export function EmailRequest({ action, title, lead, button, link, way, after }: Props) {
  const t = useTranslations('accounts.fields')
  const form = (
    <WithSteps way={way} current={0}>
      <NarrowPage title={title} lead={lead} after={after}>
        <ActionForm>
          {link ? (
            <input type="hidden" name="link" value={link} />
          ) : (
            <EmailInput label={t('email')} autoComplete="email" autoFocus />
          )}
          <SubmitButton size="large" className="w-full">
            {button}
          </SubmitButton>
        </ActionForm>
      </NarrowPage>
    </WithSteps>
  )
  return (
    <FormProvider action={action}>
      <FormOutcome otherwise={form}>
        <WithSteps way={way} current={1}>
          <CheckEmail link={link} />
        </WithSteps>
      </FormOutcome>
    </FormProvider>
  )
}

function CheckEmail({ link }: Pick<Props, 'link'>) {
  const t = useTranslations('accounts.sent')
  // A full load, so that the form is empty again.
  const other = (
    <a href="?" className="font-medium text-accent underline underline-offset-4">
      {t('other')}
    </a>
  )
  return (
    <NarrowPage title={t('title')} lead={<FormText />} after={!link && other}>
      <TakeFocus />
      <ActionForm>
        <FormDone />
        <p className="text-sm">{t('late')}</p>
        {/* As they were sent: without a script the page no longer knows a link that was just replaced. */}
        <HiddenField name="link" value={link ?? ''} />
        <HiddenField name="email" value="" />
        <input type="hidden" name="intent" value="resend" />
        <FormEnd variant="secondary" size="small">
          {t('resend')}
        </FormEnd>
      </ActionForm>
    </NarrowPage>
  )
}
