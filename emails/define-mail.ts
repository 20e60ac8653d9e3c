import { createElement, Fragment, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Because, TextKey, Values } from './texts'

export type Environment = 'sandbox' | 'production'

/** A text of the message that is rendered; `of` are arguments besides its props. */
export type Say = (key: TextKey, of?: object) => string

/** `shown`: the props as texts show them. */
type Message = { shown: Values; say: Say }

/**
 * What a message is besides its texts `subject`, `title` and `intro`, which take its props as arguments
 * (`values.ts`). A text that is an object has one for each variant.
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
