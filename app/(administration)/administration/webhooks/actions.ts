'use server'

import { formAction } from '@/app/_request/form-action'
import { messages, refuseEndpoint, showSecret } from '@/app/_request/webhooks'
import * as endpoints from '@/lib/webhooks/endpoint'

const page = '/administration/webhooks'

type One = [endpointId: string]
type OneEvent = [...One, eventId: string]

export const addAdministrationEndpoint = formAction<typeof endpoints.addAdministrationEndpoint, [], string>(
  endpoints.addAdministrationEndpoint,
  {
    messages,
    question: { title: 'webhooks.administrationQuestions.add' },
    show: showSecret,
    refuse: refuseEndpoint,
  },
)

export const rotateAdministrationEndpoint = formAction<
  typeof endpoints.rotateAdministrationSecret,
  One,
  string
>(endpoints.rotateAdministrationSecret, {
  messages,
  fields,
  question: { title: 'webhooks.administrationQuestions.rotate' },
  show: showSecret,
})

export const changeAdministrationEvents = formAction<typeof endpoints.changeAdministrationEvents, One>(
  endpoints.changeAdministrationEvents,
  {
    messages,
    fields: (posted) => ({ ...Object.fromEntries(posted.form), ...fields(posted) }),
    question: { title: 'webhooks.administrationQuestions.change' },
    to: `${page}?done=changed`,
  },
)

export const removeAdministrationEndpoint = formAction<typeof endpoints.removeAdministrationEndpoint, One>(
  endpoints.removeAdministrationEndpoint,
  {
    messages,
    fields,
    question: {
      title: 'webhooks.administrationQuestions.remove',
      warning: 'webhooks.questions.removeWarning',
    },
    to: `${page}?done=removed`,
  },
)

export const enableAdministrationEndpoint = formAction<typeof endpoints.enableAdministrationEndpoint, One>(
  endpoints.enableAdministrationEndpoint,
  {
    messages,
    fields,
    question: { title: 'webhooks.administrationQuestions.enable' },
    to: `${page}?done=enabled`,
  },
)

export const sendTest = formAction<typeof endpoints.sendAdministrationTest, One>(
  endpoints.sendAdministrationTest,
  {
    messages,
    fields,
    question: { title: 'webhooks.administrationQuestions.sendTest' },
    to: `${page}?done=tested`,
  },
)

export const resendAdministrationEvent = formAction<typeof endpoints.resendAdministrationEvent, OneEvent>(
  endpoints.resendAdministrationEvent,
  {
    messages,
    fields,
    question: { title: 'webhooks.administrationQuestions.resend' },
    to: `${page}?done=resent`,
  },
)

function fields({ bound: [endpointId, eventId] }: { bound: readonly string[] }) {
  return { endpointId, eventId }
}
