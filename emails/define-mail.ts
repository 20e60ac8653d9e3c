import { createElement, Fragment, type ReactNode } from 'react'
import { z } from 'zod'
import type { Because, TextKey, Values } from './texts'

export type Environment = 'sandbox' | 'production'

/** A text of the message that is rendered; `of` are arguments besides its props. */
export type Say = (key: TextKey, of?: object) => string

/** `shown`: the props as texts show them. */
type Message = { shown: Values; say: Say }

/**
 * What a message is besides its texts `subject`, `title` and `intro`, which take its props as arguments
 * (`render-mail.ts`). A text that is an object has one for each variant.
 */
type Definition<Props> = {
  /** Why the reader gets this message, for its footer; about an application unless given. */
  because?: Because | ((props: Props) => Because)
  /** That of the application, unless given. */
  environment?: (props: Props) => Environment | undefined
  variant?: (props: Props) => string
  /** The line that inboxes show after the subject, if it is not the first paragraph. */
  preview?: (props: Props) => string
  /** What follows the first paragraph. */
  body?: (props: Props, message: Message) => ReactNode
}

/** What follows the first paragraph, one after the other. */
export function inOrder(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}

/**
 * One message, whose texts are in `messages/LANG/emails.json` under the name by which it is queued.
 * @param props must accept what the previous release queued; unknown props are dropped
 */
export function defineMail<Props extends z.ZodType>(props: Props, definition: Definition<z.output<Props>>) {
  const { because = 'application', environment, variant, preview, body } = definition
  return {
    props,
    /** @throws ZodError for props that do not match */
    open(stored: unknown) {
      const checked = props.parse(stored)
      const own = checked as { environment?: Environment }
      return {
        props: own,
        because: typeof because === 'function' ? because(checked) : because,
        environment: environment ? environment(checked) : own.environment,
        variant: variant?.(checked),
        preview: preview?.(checked),
        body: (message: Message) => body?.(checked, message),
      }
    },
  }
}

/** Absolute and http(s) only, so that no mail can carry a `javascript:` or relative link. */
export const link = z.url({ protocol: /^https?$/ })
export const instant = z.iso.datetime({ offset: true })
export const nonEmpty = z.string().min(1)
export const count = z.int().positive()
export const hours = z.int().positive()
/** The time zone in which due dates are shown; UTC if absent. */
export const timeZone = nonEmpty.optional()
/** True for an application or organisation that is already approved and stays as it is. */
export const revision = z.boolean().optional()
/** The documents that a reviewer commented on. */
export const documents = z.array(z.object({ name: nonEmpty, reason: nonEmpty }))
export const onApplication = z.object({ applicationName: nonEmpty, link })
export const inEnvironment = onApplication.extend({ environment: z.enum(['sandbox', 'production']) })
/** About an application, or about an organisation, which the texts then say. */
export const onSubject = onApplication.extend({ organisation: z.boolean().optional() })
export const onOrganisation = z.object({ organisationName: nonEmpty, link })
