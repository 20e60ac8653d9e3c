import { createElement, type ElementType, type ReactNode } from 'react'

/** Elements that hold nothing but text. */
const textOnly = new Set<unknown>(['option', 'title', 'textarea', 'style', 'script', 'text', 'tspan'])

/**
 * Gives each text that has siblings a `<span>`. A browser that translates a page replaces its text nodes; React, which
 * still has the previous ones, then fails to remove them or changes one that no one sees. It replaces the text of an
 * element that holds nothing else as a whole, so that one may stay. Components decide where their children go.
 */
export function isolateTexts<Props>(type: ElementType | symbol, props: Props): Props {
  const isElement = typeof type === 'string'
  if ((!isElement && typeof type !== 'symbol') || textOnly.has(type)) return props
  const { children } = props as { children?: ReactNode }
  if (isElement && !Array.isArray(children)) return props
  return { ...props, children: isolate(children) }
}

function isolate(child: ReactNode, at?: number): ReactNode {
  if (Array.isArray(child)) return child.map(isolate)
  const isText = typeof child === 'number' || (typeof child === 'string' && child.trim() !== '')
  return isText ? createElement('span', { key: `text-${at}` }, child) : child
}
