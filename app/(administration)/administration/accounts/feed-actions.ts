'use server'

import { formAction } from '@/app/_request/form-action'
import * as feed from '@/lib/feed/administration'

const page = '/administration/accounts'
const messages = 'administration.errors'

type Named = { bound: readonly string[] }

const name = ({ bound: [name] }: Named) => ({ name })
/** `all`, or the id of one. */
const only = ({ bound: [only] }: Named) => ({ only })
const place = ({ bound: [name, partition] }: Named) => ({ name, partition })

export const resumeSenderOfFeed = formAction<typeof feed.resumeFeed, [name: string]>(feed.resumeFeed, {
  messages,
  fields: name,
  question: { title: 'accountFiles.feed.questions.resume', values: ({ input }) => input },
  to: `${page}?done=feedResumed`,
  stays: true,
})

export const retryRefusedChanges = formAction<typeof feed.retryRefused, [only: string]>(feed.retryRefused, {
  messages,
  fields: only,
  question: { title: 'accountFiles.feed.questions.retry' },
  to: `${page}?done=feedRetried`,
  stays: true,
})

export const discardRefusedChanges = formAction<typeof feed.discardRefused, [only: string]>(
  feed.discardRefused,
  {
    messages,
    fields: only,
    question: {
      title: 'accountFiles.feed.questions.discard',
      warning: 'accountFiles.feed.questions.discardWarning',
    },
    to: `${page}?done=feedDiscarded`,
    stays: true,
  },
)

export const forgetPositionOfFeed = formAction<typeof feed.forgetPosition, [name: string, partition: string]>(
  feed.forgetPosition,
  {
    messages,
    fields: place,
    question: { title: 'accountFiles.feed.questions.forget', values: ({ input }) => input },
    to: `${page}?done=feedForgotten`,
    stays: true,
  },
)
