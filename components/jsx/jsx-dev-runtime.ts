import { Fragment, jsxDEV as make } from 'react/jsx-dev-runtime'
import { isolateTexts } from './isolate-texts'

/** `jsx-runtime.ts` for `npm run dev`. */
export const jsxDEV: typeof make = (type, props, ...rest) => make(type, isolateTexts(type, props), ...rest)

export type { JSX } from './types'
export { Fragment }
