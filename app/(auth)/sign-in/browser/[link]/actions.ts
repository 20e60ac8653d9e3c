'use server'

import { formAction } from '@/app/_request/form-action'
import { formError } from '@/app/_request/form-errors'
import { rememberBrowser } from '@/app/_request/session-cookie'
import { makeBrowserKnown } from '@/lib/identity/browser-link'

export const makeOwnBrowserKnown = formAction<typeof makeBrowserKnown, [link: string]>(makeBrowserKnown, {
  messages: 'accounts.errors',
  fields: ({ bound: [link] }) => ({ link }),
  after: (developerId) => rememberBrowser(developerId),
  to: '/sign-in?done=browser',
  refuse: () => formError('link_unusable'),
})
