import { Fragment, jsx as make, jsxs as makeOfSeveral } from 'react/jsx-runtime'
import { isolateTexts } from './isolate-texts'

/**
 * What the compiler calls for JSX (`jsxImportSource` in tsconfig.json): React's, with every text in its own
 * element.
 */
export const jsx: typeof make = (type, props, key) => make(type, isolateTexts(type, props), key)
export const jsxs: typeof make = (type, props, key) => makeOfSeveral(type, isolateTexts(type, props), key)

export type { JSX } from './types'
export { Fragment }
