import { Fragment, type JSX, jsxDEV as make } from 'react/jsx-dev-runtime'
import { isolateTexts } from './isolate-texts'

/** `jsx-runtime.ts` for `npm run dev`. */
export const jsxDEV: typeof make = (type, props, ...rest) => make(type, isolateTexts(type, props), ...rest)

export { Fragment, type JSX }
