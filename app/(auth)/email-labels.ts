import { getTranslations } from 'next-intl/server'

/** What every form that asks for an address says, with `own` for what differs. */
export async function emailLabels(own: { title: string; lead: string; button: string }) {
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  return {
    ...own,
    email: t('fields.email'),
    problem: common('errorSummary'),
    sent: t('sent.title'),
    late: t('sent.late'),
    resend: t('sent.resend'),
    resent: t('sent.resent'),
    other: t('sent.other'),
  }
}

/** What a form with a new password says, with `own` for what differs. */
export async function passwordLabels(button: string, minimum: number) {
  const t = await getTranslations('accounts.fields')
  const common = await getTranslations('common.field')
  return {
    button,
    password: t('password'),
    passwordHint: t('passwordHint', { minimum }),
    showPassword: common('showPassword'),
    hidePassword: common('hidePassword'),
    problem: common('errorSummary'),
  }
}
