import type { ReactElement, JSX as ReactJsx } from 'react'

type Rendered = ReactElement | null | undefined | false | ''

/** React's types, but our components return elements: no one could give a text that they return its own. */
export namespace JSX {
  export type ElementType =
    | keyof ReactJsx.IntrinsicElements
    // biome-ignore lint/suspicious/noExplicitAny: as React has it
    | ((props: any) => Rendered | Promise<Rendered>)
    | { readonly $$typeof: symbol }
  export type Element = ReactJsx.Element
  export type ElementClass = ReactJsx.ElementClass
  export type ElementAttributesProperty = ReactJsx.ElementAttributesProperty
  export type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute
  export type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>
  export type IntrinsicAttributes = ReactJsx.IntrinsicAttributes
  export type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>
  export type IntrinsicElements = ReactJsx.IntrinsicElements
}
